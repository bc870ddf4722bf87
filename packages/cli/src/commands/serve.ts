import { type Command, defineCommand } from '../command.ts';
import { CONFIG, flag, HOST, integer, list, maybeOneOf, number, origins, text } from '../option.ts';
import { MCP_CLIENTS } from '../serve/clients/mcp-clients.ts';

const CLIENT = maybeOneOf(
  MCP_CLIENTS,
  `Do not serve, but print the settings by which an MCP client starts the server with these options: ${MCP_CLIENTS.join(', ')}.`,
  '<client>',
);

export const serve: Command = defineCommand({
  name: 'serve',
  summary:
    'Serves the built tools to an MCP client over standard input and output until its input ends, or over HTTP until a signal. Nothing is granted by default.',
  options: {
    ...HOST,
    'grant-all': flag('Grant every capability that the tools declare.'),
    http: flag('Serve over HTTP, at /mcp; /healthz says whether it runs.'),
    port: number(
      '<number>',
      'a port, 65535 at most',
      'With --http: the port; 0 for a free one. Default: 3939.',
      (text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535,
    ),
    host: text(
      '<address>',
      'With --http: the address to listen on. One that other machines reach needs a bearer token in BTCP_SERVE_TOKEN, or --public. Default: 127.0.0.1.',
    ),
    'allow-host': list(
      '<name>',
      'With --http: a further name, without a port, by which clients reach the server; may be given more than once.',
    ),
    'allow-origin': origins(
      'With --http: let the pages of this origin call, such as http://localhost:6274; may be given more than once.',
      false,
    ),
    'max-body': integer('With --http: the maximum bytes of a request. Default: 4194304.'),
    public: flag('With --http: let anybody call who reaches the server, without a token.'),
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
  goesWith: {
    port: 'http',
    host: 'http',
    'allow-host': 'http',
    'allow-origin': 'http',
    'max-body': 'http',
    public: 'http',
    write: 'print-config',
  },
  excludes: { http: ['print-config'] },
  load: async () => (await import('../serve/run-serve.ts')).runServe,
});
