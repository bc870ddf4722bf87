import { type Command, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { CONFIG, flag, FORMATS, oneOf, text, wordOf } from '../option.ts';

export const check: Command = defineCommand({
  name: 'check',
  summary:
    'Finds what would make a tool fail, be refused, or mislead an agent: in a project, or in a manifest or tool by itself.',
  operands: {
    usage: '[<manifest.json> | -]',
    help: {
      '<manifest.json>':
        'A published or hand-written manifest, or one tool; no source is needed. `-` reads standard input.',
    },
    most: [1, (extra) => `check takes one file; got "${extra}" too.`],
  },
  options: {
    run: flag(
      'Run the examples of tools without errors, and compare what they give. They are really run: give them fixtures.',
    ),
    rules: flag(
      'List the rules and their severities instead, as text or with --format json. `btcp explain <id>` says more of one.',
    ),
    capabilities: flag(
      'List instead what the code of each tool uses of the browser, and where; as text or with --format json.',
    ),
    notes: flag('Show notes as errors are shown: with their place in the code, and what to do.'),
    fix: flag('Repair in the source what has one safe repair, say what, and report what is left.'),
    'write-capabilities': flag(
      'Write what the code of each tool uses into its `capabilities`, and say what was changed.',
    ),
    against: text(
      '<old>',
      'An earlier release, as `btcp diff` takes it: the version must rise by what has changed since.',
    ),
    config: CONFIG,
    format: oneOf(FORMATS, 'How to print diagnostics.'),
  },
  excludes: { against: ['rules', 'capabilities', 'write-capabilities'] },
  check({ format, ...values }, [document]) {
    // These need the source, which a document lacks.
    const ofSource = ABOUT_SOURCE.find((option) => values[option]);
    if (document !== undefined && ofSource && !values.rules)
      throw new UsageError(`--${ofSource} checks the source of a project, so it takes no file.`);
    if (document !== undefined && /\.[cm]?[jt]sx?$/.test(document))
      throw new UsageError(
        `check takes a manifest in JSON; got the source "${document}". Without a file, it checks the project's.`,
      );
    if (values['write-capabilities']) wordOf('format', format, ['pretty']);
    if (values.rules || values.capabilities) wordOf('format', format, ['pretty', 'json']);
  },
  load: async () => (await import('../check/run-check.ts')).runCheck,
});

const ABOUT_SOURCE = ['run', 'capabilities', 'write-capabilities', 'fix', 'against'] as const;
