import { type Command, defineCommand } from '../command.ts';
import { CONFIG, flag, maybeOneOf, oneOf } from '../option.ts';

const FAIL_ON = maybeOneOf(['major', 'minor', 'patch'], 'Exit with 1 if the changes require at least this.');

const RELEASE =
  'a manifest, what an MCP server answered to tools/list, a folder with a built or published one, git:<revision>[:<path>], or npm:<package>@<version>';

export const diff: Command = defineCommand({
  name: 'diff',
  summary:
    'Compares two releases of tools: what changed, whether that is major, minor or patch, and a call that shows it.',
  operands: {
    usage: '<old> [<new>]',
    help: {
      '<old>': `The old release: ${RELEASE}.`,
      '<new>':
        'The new one, in the same ways. Default: what `btcp build` wrote for the project in this folder.',
    },
    missing: `diff takes the old release: ${RELEASE}.`,
    most: [2, (extra) => `diff takes two releases; got "${extra}" too.`],
  },
  options: {
    'fail-on': FAIL_ON,
    strict: flag('Count that callers may send, and tools return, properties that no schema declares.'),
    config: CONFIG,
    format: oneOf(['pretty', 'json', 'markdown', 'github'], 'How to print the changes.'),
  },
  load: async () => (await import('../diff/run-diff.ts')).runDiff,
});
