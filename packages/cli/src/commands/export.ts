import { DEFERRING_TARGETS, PROGRAMS, STRICT_TARGETS, TARGETS } from '@btcp/adapters/formats';
import { type Command, defineCommand, ONE_MANIFEST } from '../command.ts';
import { UsageError } from '../errors.ts';
import { parseTarget } from '../export/parse-target.ts';
import { CONFIG, flag, list, type Option, text, textOf } from '../option.ts';

const PROGRAM_TARGETS = Object.keys(PROGRAMS);

const TO: Option<ReturnType<typeof parseTarget>> = {
  ...text('<target>', `One of ${TARGETS.join(', ')}; \`mcp\` is mcp-2025-11-25.`),
  words: TARGETS,
  isNeeded: true,
  read: (given, name) => parseTarget(textOf(given, name)),
};

export const exporting: Command = defineCommand({
  name: 'export',
  summary:
    'Writes built tools in the format of another stack, as JSON: { target, tools, warnings, names, refused }.',
  operands: ONE_MANIFEST,
  options: {
    to: TO,
    strict: flag(`Use the strict form for the tools that fit it: ${STRICT_TARGETS.join(', ')}.`),
    tool: list('<name>', 'Export only this tool; may be repeated.'),
    'defer-loading': flag(
      "Let the provider's tool search find the tools: anthropic, openai-responses. The result has it as `toolSearch`.",
    ),
    'inline-refs': flag(
      'With --to mcp: write references in schemas out, for clients that do not follow them.',
    ),
    'server-url': text('<url>', 'With --to m365: the address of the MCP server that has the tools.'),
    out: text(
      '<file>',
      `Write to this file instead of to standard output; of ${PROGRAM_TARGETS.join(' and ')} the folder that its executables are written to.`,
    ),
    context: text(
      '<file>',
      `With --to ${PROGRAM_TARGETS.join(' or ')} and --out: the default export of this module is what the programs give their tools as context.`,
    ),
    'allow-partial': flag('Exit with 0 although tools had to be left out.'),
    explain: flag(
      'Add `changes`: what each change lets through, with an input that the tool refuses and the exported schema accepts.',
    ),
    config: CONFIG,
  },
  check({ to: { target }, strict, out, context, explain, ...given }, [path]) {
    if (given['defer-loading'] && !DEFERRING_TARGETS.includes(target))
      throw new UsageError(`--defer-loading goes with --to ${DEFERRING_TARGETS.join(' or ')}.`);
    if (given['inline-refs'] && !target.startsWith('mcp-'))
      throw new UsageError('--inline-refs goes with --to mcp.');
    const server = given['server-url'];
    if (server !== undefined && (target !== 'm365' || !URL.canParse(server)))
      throw new UsageError('--server-url goes with --to m365, and is a URL.');
    if (strict && !STRICT_TARGETS.includes(target))
      throw new UsageError(`${target} has no strict form; these have: ${STRICT_TARGETS.join(', ')}.`);
    // Programs are code, not JSON to explain.
    const isProgram = PROGRAM_TARGETS.includes(target) && out !== undefined;
    if (context !== undefined && !isProgram)
      throw new UsageError(`--context goes with --to ${PROGRAM_TARGETS.join(' or ')} and --out <folder>.`);
    if (isProgram && path !== undefined)
      throw new UsageError(
        `${path} has no code to make programs of; leave it out to take the build of this folder.`,
      );
    if (isProgram && explain)
      throw new UsageError('--explain prints its findings as JSON, so it cannot be used with --out.');
  },
  load: async () => (await import('../export/run-export.ts')).runExport,
});
