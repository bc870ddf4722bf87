import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { flag, list, type Option, text, textOf, wordOf, CONFIG, FETCH_ORIGIN, LIMITS } from '../option.ts';
import { UsageError } from '../errors.ts';
import { MCP_CLIENTS, type McpClientName } from '../serve/clients/mcp-clients.ts';

const CLIENT: Option<McpClientName | undefined> = {
  ...text(
    '<client>',
    `Do not serve, but print the settings by which an MCP client starts the server with these options: ${MCP_CLIENTS.join(', ')}.`,
  ),
  words: MCP_CLIENTS,
  read(given, name) {
    const word = textOf(given, name);
    return word === undefined ? undefined : wordOf(name, word, MCP_CLIENTS);
  },
};

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
    search: flag(
      'List two tools instead of all: `search_tools` finds the others by what they do, `call_tool` calls one.',
    ),
    coerce: flag(
      'Read numbers, arrays and objects that a model sends as strings; each such call is told on standard error.',
    ),
    'print-config': CLIENT,
    write: flag("With --print-config: add them to the client's file, of which a backup is kept."),
  },
  check({ write, 'print-config': client }) {
    if (write && client === undefined)
      throw new UsageError(
        '--write adds to the file of an MCP client: name it, as in --print-config claude.',
      );
  },
  load: async () => (await import('../serve/run-serve.ts')).runServe,
});
