import { IMPORT_FORMATS } from '@btcp/adapters/formats';
import { type Command, defineCommand } from '../command.ts';
import { UsageError } from '../errors.ts';
import { OPEN_API, parseSource, SERVER, SOURCES } from '../import/parse-source.ts';
import { flag, list, milliseconds, type Option, text, textOf } from '../option.ts';

const FROM: Option<ReturnType<typeof parseSource>> = {
  ...text(
    '<format>',
    `${IMPORT_FORMATS.join(', ')}; \`mcp\` is mcp-2025-11-25; ${SERVER}, which starts the MCP server after \`--\` and asks it; or ${OPEN_API}, whose operations become tools that call them.`,
  ),
  words: SOURCES,
  isNeeded: true,
  read: (given, name) => parseSource(textOf(given, name)),
};

export const importing: Command = defineCommand({
  name: 'import',
  summary:
    'Writes tools of other formats as TypeScript. What they do is left to you to write, but for OpenAPI.',
  operands: {
    usage: '(<file> | <address> | - | -- <command…>)',
    help: {
      '<address>':
        'Of an OpenAPI document, by http or https. Its references are not followed to other addresses.',
      '<file>':
        'JSON: a tool, a list, a request body or an answer to tools/list; `-` reads standard input. OpenAPI may be YAML.',
    },
  },
  options: {
    from: FROM,
    out: text(
      '<folder>',
      'Write each tool to a file of its own, for example in src/tools. Default: all to standard output.',
    ),
    force: flag('Replace files that are there already.'),
    include: list(
      '<pattern>',
      'Of OpenAPI, only operations whose name, path or `GET /path` matches; `*` stands for anything. Repeatable.',
    ),
    exclude: list('<pattern>', 'Of OpenAPI, not the operations that match. Repeatable.'),
    tag: list('<tag>', 'Of OpenAPI, only operations with this tag. Repeatable.'),
    allow: list(
      '<rule>',
      'Import also what this rule speaks against, and report it: `model-instructions`, for example. Repeatable.',
    ),
    config: text(
      '<file>',
      'The config file whose `rules` hold. Default: btcp.config.ts, where there is one.',
    ),
    timeout: milliseconds('How long the server of tools or of the document may take. Default: 60000.'),
  },
  check({ from, out, include, exclude, tag }, [file, extra]) {
    const filter = Object.entries({ include, exclude, tag }).find(([, given]) => given !== undefined);
    if (filter !== undefined && from !== OPEN_API)
      throw new UsageError(`--${filter[0]} chooses operations, so it needs --from ${OPEN_API}.`);
    if (from === OPEN_API && out === undefined)
      throw new UsageError(
        'The tools of an API are several files: name their folder, for example --out src/api.',
      );

    if (from === SERVER && file === undefined)
      throw new UsageError('Name the command of the server after `--`, for example `-- npx -y my-server`.');
    if (file === undefined) throw new UsageError('Name the file to import, or `-` for standard input.');
    if (from !== SERVER && extra !== undefined)
      throw new UsageError(`One file is enough; got "${extra}" too.`);
  },
  load: async () => (await import('../import/run-import.ts')).runImport,
});
