import { join, resolve } from 'node:path';
import { IMPORT_FORMATS, type ImportFormat, importTools } from '@btcp/adapters';
import { type LoadedConfig, printTools } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { roundedNumber } from '../check-document.ts';
import { fileError, InputError } from '../errors.ts';
import { keepBuildable, readRules, type RulesAtImport } from './keep-buildable.ts';
import { listServerTools } from './list-server-tools.ts';
import { importOpenApi } from './openapi/import-open-api.ts';
import { OPEN_API, SERVER } from './parse-source.ts';
import { noteUnmatched, reportImport } from './report-import.ts';
import { writeTools } from './write-tools.ts';
import { tryJson } from '@btcp/core/internal';
import { type CliIo, type ExitCode, line, readTextOf, type Run } from '../io.ts';
import { findJsonPlaces } from '../json-places.ts';
import { refuseOther } from '../name-document.ts';
import { Progress } from '../progress.ts';
import { refuseLinkOut } from '../system/write-files.ts';

interface ImportValues {
  readonly from: ImportFormat | typeof SERVER | typeof OPEN_API;
  readonly out?: string;
  readonly force: boolean;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly tag?: readonly string[];
  readonly allow?: readonly string[];
  readonly config?: string;
  readonly timeout?: number;
}

export const runImport: Run<ImportValues> = async (values, operands, io) => {
  const rules = await readRules(values, io);
  const progress = new Progress(io);
  try {
    return await (values.from === OPEN_API
      ? importOpenApi({ ...values, out: values.out ?? '.' }, operands[0] ?? '-', rules, progress)
      : importListed({ ...values, from: values.from }, operands, rules, progress));
  } finally {
    progress.end();
  }
};

/** Imports tools that are listed, without what they do. */
async function importListed(
  values: ImportValues & { readonly from: ImportFormat | typeof SERVER },
  operands: readonly string[],
  rules: RulesAtImport,
  progress: Progress,
): Promise<ExitCode> {
  const { io } = progress;
  progress.show('Reading …');
  const source =
    values.from === SERVER
      ? await readServer(operands, values.timeout, io)
      : await readFileOf(values.from, operands[0] ?? '-', io);
  if (source === undefined) return 1;
  const { tools, warnings, refused } = importTools(source.document, { format: source.format });
  const buildable = await keepBuildable(tools, rules, progress);
  const left = [...refused, ...buildable.refused];
  io.stderr(reportImport([...warnings, ...buildable.warnings], left, buildable.allowed));
  const destination = { ...values, cwd: io.cwd, left: left.length, config: rules.config };
  progress.show('Writing …');
  const isDone = await write(buildable.tools, destination, io);
  return isDone && left.length === 0 ? 0 : 1;
}

interface Source {
  readonly format: ImportFormat;
  readonly document: unknown;
}

async function readFileOf(format: ImportFormat, file: string, io: CliIo): Promise<Source> {
  const text = await readTextOf(file, io.cwd);
  const name = file === '-' ? 'Standard input' : file;
  const document = readDocument(text, name);
  refuseOther(name, document);
  reportRounded(name, text, io);
  return { format, document };
}

/** Without a match, JavaScript holds every number of a JSON text: it has none with 16 digits, or an exponent. */
const MAYBE_ROUNDED = /(?:^|[:[,])\s*-?(?:[\d.]{16}|[\d.]+[eE])/;

/** Names numbers of schemas that are not those of the file; ids of calls have no such numbers. */
function reportRounded(name: string, text: string, io: CliIo): void {
  if (!MAYBE_ROUNDED.test(text)) return;
  for (const each of findJsonPlaces(text).rounded)
    io.stderr(line`warning  ${name}:${each.line}:${each.column}: ${roundedNumber(each).message}`);
}

const UNLISTED =
  'note     A server lists JSON Schema. What its own validators do besides, such as `.refine`, `.coerce`, `.trim` or `.transform`, cannot be seen in it.\n';

async function readServer(
  command: readonly string[],
  timeout: number | undefined,
  io: CliIo,
): Promise<Source | undefined> {
  const listed = await listServerTools(command, io.cwd, timeout);
  if (listed.ok) {
    io.stderr(UNLISTED);
    const revision = IMPORT_FORMATS.find((format) => format === `mcp-${listed.version}`);
    return { format: revision ?? 'mcp-2025-11-25', document: listed.tools };
  }
  io.stderr(line`btcp: The server gave no tools: ${listed.reason}`);
  for (const said of listed.said) io.stderr(line`  | ${said}`);
  return undefined;
}

interface Destination {
  readonly cwd: string;
  readonly out?: string;
  readonly force: boolean;
  readonly left: number;
  readonly config: LoadedConfig | undefined;
}

/** Whether everything was written. */
async function write(
  tools: readonly ManifestTool[],
  { cwd, out, force, left, config }: Destination,
  io: CliIo,
): Promise<boolean> {
  if (tools.length === 0) return false;
  if (out === undefined) {
    io.stdout(await printTools(tools, join(cwd, 'imported.ts')));
    return true;
  }
  await refuseLinkOut(out, cwd);
  const files = await writeTools(tools, resolve(cwd, out), { cwd, force }).catch((error: unknown) => {
    throw fileError(`--out ${out} cannot be written`, error);
  });
  const kept = files.filter(({ state }) => state === 'kept');
  for (const { path } of kept) io.stderr(line`error    ${path} is there already, with another text.`);
  if (kept.length > 0) io.stderr('  help: Move them to another place, or replace them with --force.\n');
  io.stdout(`${files.length - kept.length} of ${files.length + left} tools are in ${out}.\n`);
  io.stderr(
    noteUnmatched(
      config,
      cwd,
      files.map(({ path }) => path),
    ),
  );
  return kept.length === 0;
}

/**
 * Parses JSON, or JSON values on separate lines.
 *
 * @throws InputError
 */
function readDocument(text: string, name: string): unknown {
  // Some editors write a byte order mark.
  const json = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(json) as unknown;
  } catch (error) {
    const values = json
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map(tryJson);
    if (values.length > 1 && !values.includes(undefined)) return values;
    throw new InputError(
      `${name} is not JSON: ${(error as Error).message}.`,
      'Correct it, or name another file.',
    );
  }
}
