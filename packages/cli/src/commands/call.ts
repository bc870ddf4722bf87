import { type Command, defineCommand } from '../command.ts';
import { CONFIG, flag, HOST, milliseconds } from '../option.ts';

export const call: Command = defineCommand({
  name: 'call',
  summary:
    'Runs one built tool in Node, under its gate, schemas and deadline. Nothing is granted by default. The result is printed as JSON.',
  operands: {
    usage: "<tool> ['<json>']",
    help: { '<json>': 'The input; `-` reads it from standard input. Default: {}.' },
    missing: 'Name the tool to call, for example: btcp call getCell.',
    most: [2, (extra) => `One input is enough; got "${extra}" too. Put the JSON in single quotes.`],
  },
  options: {
    ...HOST,
    'grant-all': flag('Grant all that the tool declares.'),
    yes: flag(
      'Confirm the call, if the tool has `confirm`. Default: ask on the terminal; without one, the call fails.',
    ),
    timeout: milliseconds(
      'The deadline; at most what the tool, or else its manifest, declares. A tool that loops is killed 2 seconds after it (exit status 137).',
    ),
    ui: flag("Show the result in the tool's `ui`, as hosts of MCP Apps do: in a browser, until Ctrl+C."),
    'no-open': flag('With --ui: only print the URL.'),
    config: CONFIG,
  },
  goesWith: { 'no-open': 'ui' },
  load: async () => (await import('../call/run-call.ts')).runCall,
});
