import { join, resolve } from 'node:path';
import { IMPORT_FORMATS, type ImportFormat, importTools } from '@btcp/adapters';
import { printTools } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { closestName } from '@btcp/schema/runtime';
import type { Command } from '../command.ts';
import { FORMAT_ALIASES } from '../format-aliases.ts';
import { keepBuildable } from '../import/keep-buildable.ts';
import { listServerTools } from '../import/list-server-tools.ts';
import { readDocument } from '../import/read-document.ts';
import { readRules } from '../import/rules-at-import.ts';
import { reportImport } from '../import/report-import.ts';
import { writeTools } from '../import/write-tools.ts';
import type { CliIo } from '../io.ts';
import { fileError } from '../input-error.ts';
import { parseOptions } from '../parse-options.ts';
import { readTextOf } from '../read-text-of.ts';
import { UsageError } from '../usage-error.ts';

const SERVER = 'mcp-server';

/** `btcp import`. */
export const importCommand: Command = {
  usage: `import --from <format> (<file> | - | -- <command…>) [--out <folder>] [--force] [--allow <rule>]… [--config <file>] [--timeout <ms>]`,
  summary: 'Writes tools of other formats as TypeScript; what they do is left to you to write.',
  options: {
    '--from <format>': `${IMPORT_FORMATS.join(', ')}; \`mcp\` is mcp-2025-11-25; or ${SERVER}, which starts the MCP server after \`--\` and asks it.`,
    '<file>': 'JSON: a tool, a list, a request body or an answer to tools/list; `-` reads standard input.',
    '--out <folder>':
      'Write each tool to a file of its own, for example in src/tools. Default: all to standard output.',
    '--force': 'Replace files that are there already.',
    '--allow <rule>':
      'Import also what this rule speaks against, and report it: `model-instructions`, for example. Repeatable.',
    '--config <file>': 'The config file whose `rules` hold. Default: btcp.config.ts, where there is one.',
    '--timeout <ms>': 'How long the server may take. Default: 60000.',
  },
  async run(args, io) {
    const { values, positionals } = parseOptions(args, {
      from: { type: 'string' },
      out: { type: 'string' },
      force: { type: 'boolean' },
      timeout: { type: 'string' },
      allow: { type: 'string', multiple: true },
      config: { type: 'string' },
    });
    const rules = await readRules(values, io);
    if (rules === undefined) return 1;
    const source =
      values.from === SERVER
        ? await readServer(positionals, values.timeout, io)
        : await readFileOf(formatOf(values.from), positionals, io);
    if (source === undefined) return 1;
    const { tools, warnings, refused } = importTools(source.format, source.document);
    const buildable = keepBuildable(tools, rules);
    const left = [...refused, ...buildable.refused];
    io.stderr(reportImport([...warnings, ...buildable.warnings], left, buildable.allowed));
    const isDone = await write(buildable.tools, { ...values, cwd: io.cwd, left: left.length }, io);
    return isDone && left.length === 0 ? 0 : 1;
  },
};

interface Source {
  readonly format: ImportFormat;
  readonly document: unknown;
}

function formatOf(name: string | undefined): ImportFormat {
  const names = [...IMPORT_FORMATS, SERVER];
  if (name === undefined) throw new UsageError(`Which format? Write --from and one of ${names.join(', ')}.`);
  // Strict forms are read like the others.
  const format = IMPORT_FORMATS.find((each) => each === name) ?? FORMAT_ALIASES.get(name);
  if (format !== undefined) return format;
  const close = closestName(name, names);
  throw new UsageError(
    `There is no format "${name}"${close === undefined ? `; there are ${names.join(', ')}.` : `; did you mean "${close}"?`}`,
  );
}

async function readFileOf(
  format: ImportFormat,
  [file, extra]: readonly string[],
  io: CliIo,
): Promise<Source | undefined> {
  if (file === undefined) throw new UsageError('Which file? Write its path, or `-` for standard input.');
  if (extra !== undefined) throw new UsageError(`One file is enough; got "${extra}" too.`);
  const text = await readTextOf(file, io.cwd);
  const read = readDocument(text);
  if (read.ok) return { format, document: read.document };
  io.stderr(`btcp: ${file === '-' ? 'Standard input' : file} is no JSON: ${read.message}\n`);
  return undefined;
}

async function readServer(
  command: readonly string[],
  timeout: string | undefined,
  io: CliIo,
): Promise<Source | undefined> {
  const milliseconds = timeout === undefined ? undefined : Number(timeout);
  if (milliseconds !== undefined && !(milliseconds > 0 && milliseconds < 2 ** 31))
    throw new UsageError(`--timeout takes milliseconds; got "${timeout}".`);
  if (command.length === 0)
    throw new UsageError('Which server? Write its command after `--`, for example `-- npx -y my-server`.');
  const listed = await listServerTools(command, io.cwd, milliseconds);
  if (listed.ok) {
    const revision = IMPORT_FORMATS.find((format) => format === `mcp-${listed.version}`);
    return { format: revision ?? 'mcp-2025-11-25', document: listed.tools };
  }
  io.stderr(`btcp: The server gave no tools: ${listed.reason}\n`);
  return undefined;
}

interface Destination {
  readonly cwd: string;
  readonly out?: string;
  readonly force?: boolean;
  /** How many tools of the source are left out. */
  readonly left: number;
}

/** Whether all was written that was to be. */
async function write(
  tools: readonly ManifestTool[],
  { cwd, out, force = false, left }: Destination,
  io: CliIo,
): Promise<boolean> {
  if (tools.length === 0) return false;
  if (out === undefined) {
    io.stdout(await printTools(tools, join(cwd, 'imported.ts')));
    return true;
  }
  const files = await writeTools(tools, resolve(cwd, out), { cwd, force }).catch((error: unknown) => {
    throw fileError(`--out ${out} cannot be written`, error);
  });
  const kept = files.filter(({ state }) => state === 'kept');
  for (const { path } of kept) io.stderr(`error    ${path} is there already, with another text.\n`);
  if (kept.length > 0) io.stderr('  help: Move them away, or replace them with --force.\n');
  io.stdout(`${files.length - kept.length} of ${files.length + left} tools are in ${out}.\n`);
  return kept.length === 0;
}
