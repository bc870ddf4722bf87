import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { flag, list, text, CONFIG, FETCH_ORIGIN, LIMITS } from '../option.ts';

/** `btcp serve`. */
export const serve: Command = defineCommand({
  name: 'serve',
  summary:
    'Serves the built tools to an MCP client over standard input and output, until its input ends. Nothing is granted by default.',
  options: {
    grant: list(
      '<capabilities>',
      'Grant these capabilities, separated by commas; may be given more than once.',
    ),
    'grant-all': flag('Grant every capability that the tools declare.'),
    html: text('<file>', 'Give the tools the document in this HTML file.'),
    context: text(
      '<file>',
      'Give the tools the default export of this module as their context: an object, or a function that makes one.',
    ),
    'fetch-origin': FETCH_ORIGIN,
    ...LIMITS,
    config: CONFIG,
  },
  load: async () => (await import('../serve/run-serve.ts')).runServe,
});
