import { IMPORT_FORMATS } from '@btcp/adapters/formats';
import type { Command } from '../command.ts';
import { defineCommand } from '../define-command.ts';
import { parseSource, SERVER, SOURCES } from '../import/parse-source.ts';
import { flag, list, milliseconds, type Option, text, textOf } from '../option.ts';
import { UsageError } from '../errors.ts';

const FROM: Option<ReturnType<typeof parseSource>> = {
  ...text(
    '<format>',
    `${IMPORT_FORMATS.join(', ')}; \`mcp\` is mcp-2025-11-25; or ${SERVER}, which starts the MCP server after \`--\` and asks it.`,
  ),
  words: SOURCES,
  isNeeded: true,
  read: (given, name) => parseSource(textOf(given, name)),
};

/** `btcp import`. */
export const importing: Command = defineCommand({
  name: 'import',
  summary: 'Writes tools of other formats as TypeScript; what they do is left to you to write.',
  operands: {
    usage: '(<file> | - | -- <command…>)',
    help: {
      '<file>': 'JSON: a tool, a list, a request body or an answer to tools/list; `-` reads standard input.',
    },
  },
  options: {
    from: FROM,
    out: text(
      '<folder>',
      'Write each tool to a file of its own, for example in src/tools. Default: all to standard output.',
    ),
    force: flag('Replace files that are there already.'),
    allow: list(
      '<rule>',
      'Import also what this rule speaks against, and report it: `model-instructions`, for example. Repeatable.',
    ),
    config: text(
      '<file>',
      'The config file whose `rules` hold. Default: btcp.config.ts, where there is one.',
    ),
    timeout: milliseconds('How long the server may take. Default: 60000.'),
  },
  check({ from }, [file, extra]) {
    if (from === SERVER && file === undefined)
      throw new UsageError('Name the command of the server after `--`, for example `-- npx -y my-server`.');
    if (file === undefined) throw new UsageError('Name the file to import, or `-` for standard input.');
    if (from !== SERVER && extra !== undefined)
      throw new UsageError(`One file is enough; got "${extra}" too.`);
  },
  load: async () => (await import('../import/run-import.ts')).runImport,
});
