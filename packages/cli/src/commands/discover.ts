import { type Command, defineCommand } from '../command.ts';
import { milliseconds, oneOf } from '../option.ts';

export const discover: Command = defineCommand({
  name: 'discover',
  summary: 'Asks the programs in folders (`*-tool`) for their schemas, and lists those that keep the rules.',
  operands: {
    usage: '<folder>…',
    help: { '<folder>': 'Of several, the last one that has a tool counts.' },
    missing: 'Name the folder to search, after `discover`.',
  },
  options: {
    timeout: milliseconds('How long a program may take to print its schema. Default: 1000.'),
    format: oneOf(['pretty', 'json'], 'How to print what was found.'),
  },
  load: async () => (await import('../programs/run-discover.ts')).runDiscover,
});
