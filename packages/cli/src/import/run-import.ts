import { join, resolve } from 'node:path';
import { IMPORT_FORMATS, type ImportFormat, importTools } from '@btcp/adapters';
import { printTools } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { keepBuildable } from './keep-buildable.ts';
import { listServerTools } from './list-server-tools.ts';
import { SERVER } from './parse-source.ts';
import { readDocument } from './read-document.ts';
import { readRules } from './rules-at-import.ts';
import { reportImport } from './report-import.ts';
import { writeTools } from './write-tools.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { fileError } from '../errors.ts';
import { readTextOf } from '../read-text-of.ts';

interface ImportValues {
  readonly from: ImportFormat | typeof SERVER;
  readonly out?: string;
  readonly force: boolean;
  readonly allow?: readonly string[];
  readonly config?: string;
  readonly timeout?: number;
}

/** Runs `btcp import`. */
export async function runImport(
  values: ImportValues,
  operands: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const rules = await readRules(values, io);
  if (rules === undefined) return 1;
  const source =
    values.from === SERVER
      ? await readServer(operands, values.timeout, io)
      : await readFileOf(values.from, operands[0] ?? '-', io);
  if (source === undefined) return 1;
  const { tools, warnings, refused } = importTools(source.format, source.document);
  const buildable = await keepBuildable(tools, rules);
  const left = [...refused, ...buildable.refused];
  io.stderr(reportImport([...warnings, ...buildable.warnings], left, buildable.allowed));
  const isDone = await write(buildable.tools, { ...values, cwd: io.cwd, left: left.length }, io);
  return isDone && left.length === 0 ? 0 : 1;
}

interface Source {
  readonly format: ImportFormat;
  readonly document: unknown;
}

async function readFileOf(format: ImportFormat, file: string, io: CliIo): Promise<Source | undefined> {
  const text = await readTextOf(file, io.cwd);
  const read = readDocument(text);
  if (read.ok) return { format, document: read.document };
  io.stderr(`btcp: ${file === '-' ? 'Standard input' : file} is not JSON: ${read.message}\n`);
  return undefined;
}

async function readServer(
  command: readonly string[],
  timeout: number | undefined,
  io: CliIo,
): Promise<Source | undefined> {
  const listed = await listServerTools(command, io.cwd, timeout);
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
  readonly force: boolean;
  /** The number of tools left out. */
  readonly left: number;
}

/** Whether everything was written. */
async function write(
  tools: readonly ManifestTool[],
  { cwd, out, force, left }: Destination,
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
  if (kept.length > 0) io.stderr('  help: Move them to another place, or replace them with --force.\n');
  io.stdout(`${files.length - kept.length} of ${files.length + left} tools are in ${out}.\n`);
  return kept.length === 0;
}
