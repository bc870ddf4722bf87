import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { printModules } from '@btcp/codegen';
import { escapeUnseen } from '@btcp/schema/internal';
import { closestName } from '@btcp/schema/runtime';
import { fileError, InputError } from '../../errors.ts';
import { Documents, LeftOut, orInputError, parseText } from './documents.ts';
import { keepBuildable, type RulesAtImport } from '../keep-buildable.ts';
import { findOperations, renamedBecause, type Selection, selectOperations } from './find-operations.ts';
import { httpModule } from './http-module.ts';
import type { Operation } from './operation.ts';
import { type Api, type ApiTool, readApi, readTool } from './read-tools.ts';
import { writeModules, type WrittenModules } from '../write-tools.ts';
import { Notes, noteUnmatched, reportImport } from '../report-import.ts';
import { type CliIo, decodeText, type ExitCode, line, readStandardInput } from '../../io.ts';
import type { Progress } from '../../progress.ts';
import { refuseLinkOut } from '../../system/write-files.ts';

/** From so many tools on, a model chooses badly, and their schemas fill its context. */
const MANY = 40;

/** Rules against keywords that a tool can do without, because the API checks them anyway, and against examples and defaults. */
const DROPPABLE = ['pattern-slow', 'keyword-misspelt', 'schema-example-invalid', 'model-instructions'];

interface ImportValues extends Selection {
  readonly out: string;
  readonly force: boolean;
  readonly timeout?: number;
}

export async function importOpenApi(
  values: ImportValues,
  source: string,
  rules: RulesAtImport,
  progress: Progress,
): Promise<ExitCode> {
  const { io } = progress;
  const { text, file, folder } = await readSource(source, io.cwd, values.timeout);
  const api = orInputError(source === '-' ? 'Standard input' : source, () => {
    const documents = new Documents(folder);
    return readApi(documents.add(file, parseText(text, 'it')), documents);
  });
  const notes = new Notes();
  const isWhole = [values.include, values.exclude, values.tag].every((given) => given === undefined);
  const all = findOperations(api.document, api.documents, (name, sentence) => {
    if (isWhole) notes.add(name, sentence);
  });
  const selected = select(all, values, source, (sentence) => notes.add('', sentence));
  for (const operation of selected) {
    const reason = renamedBecause(operation);
    if (reason !== undefined) notes.add(operation.name, reason);
  }
  const { webhooks } = Object(api.document.value) as Readonly<Record<string, unknown>>;
  if (webhooks !== undefined) notes.add('', 'Its webhooks are left out: the API calls them.');
  if (api.server === undefined)
    notes.add('', 'The document names no server: pass its address as `baseUrl` of `ctx.openapi`.');
  const { tools, isComplete } = await readTools(selected, api, rules, notes, progress);
  io.stderr(notes.text());
  if (tools.length > MANY) io.stderr(many(tools, all));
  if (tools.length === 0) return 1;
  progress.show('Writing …');
  const written = await write(tools, all, api, { ...values, tsconfig: rules.config?.tsconfig }, io);
  reportFiles(written, tools, all, values, io);
  const files = tools.map(({ operation }) => join(values.out, `${operation.fileName}.ts`));
  io.stderr(noteUnmatched(rules.config, io.cwd, files));
  return isComplete ? 0 : 1;
}

/** @throws InputError where no operation is left. */
function select(
  all: readonly Operation[],
  values: Selection,
  source: string,
  note: (sentence: string) => void,
): readonly Operation[] {
  if (all.length === 0)
    throw new InputError(
      `${source} has no operations.`,
      'They are its `paths`, such as `paths: { /orders: { get: … } }`; name the document that has them.',
    );
  const tags = [...new Set(all.flatMap((each) => each.tags))];
  const unknown = values.tag?.find((tag) => !tags.includes(tag));
  if (unknown !== undefined)
    throw new InputError(`No operation of ${source} has the tag "${unknown}".`, tagHelp(unknown, tags));
  const selected = selectOperations(all, values, note);
  if (selected.length > 0) return selected;
  throw new InputError(
    `Of the ${all.length} operations of ${source}, none is selected.`,
    'Patterns of --include and --exclude are names, paths or "GET /path", in which `*` stands for anything.',
  );
}

function tagHelp(unknown: string, tags: readonly string[]): string {
  if (tags.length === 0) return 'None has a tag: take --include instead.';
  const close = closestName(unknown, tags);
  return close === undefined ? `There are: ${tags.slice(0, 50).join(', ')}.` : `Did you mean "${close}"?`;
}

async function readTools(
  operations: readonly Operation[],
  api: Api,
  rules: RulesAtImport,
  notes: Notes,
  progress: Progress,
): Promise<{ readonly tools: readonly ApiTool[]; readonly isComplete: boolean }> {
  const read: ApiTool[] = [];
  const { io } = progress;
  let isComplete = true;
  for (const [index, operation] of operations.entries()) {
    progress.count('Reading operations', index, operations.length);
    try {
      read.push(readTool(operation, api, (sentence) => notes.add(operation.name, sentence)));
    } catch (error) {
      if (!(error instanceof LeftOut)) throw error;
      isComplete = false;
      const { method, path, name } = operation;
      io.stderr(line`error    ${name} (${method} ${path}): ${error.message}` + line`  help: ${error.help}`);
    }
  }
  const buildable = await keepBuildable(
    read.map(({ tool }) => tool),
    { ...rules, rules: { 'schema-example-invalid': 'error', ...rules.rules } },
    progress,
    DROPPABLE,
  );
  io.stderr(reportImport(buildable.warnings, buildable.refused, buildable.allowed));
  const byName = new Map(buildable.tools.map((tool) => [tool.name, tool]));
  const tools = read.flatMap((each) => {
    const tool = byName.get(each.tool.name);
    return tool === undefined ? [] : [{ ...each, tool }];
  });
  return { tools, isComplete: isComplete && buildable.refused.length === 0 };
}

async function write(
  tools: readonly ApiTool[],
  all: readonly Operation[],
  api: Api,
  { out, force, tsconfig }: ImportValues & { readonly tsconfig: string | undefined },
  { cwd }: CliIo,
): Promise<WrittenModules> {
  await refuseLinkOut(out, cwd);
  const folder = resolve(cwd, out);
  const [http = '', ...texts] = await printModules(
    [
      { tools: [], text: httpModule(api.server, api.schemes), path: join(folder, 'http.ts') },
      ...tools.map(({ tool, code, operation }) => ({
        tools: [tool],
        code,
        path: join(folder, `${operation.fileName}.ts`),
      })),
    ],
    tsconfig,
  );
  const modules = tools.map(({ operation }, index) => ({
    name: operation.fileName,
    source: sourceOf(operation),
    text: texts[index] ?? '',
  }));
  const source = escapeUnseen(`the API ${JSON.stringify(api.title)}`);
  const known = new Set([source, ...all.map(sourceOf)]);
  return writeModules([{ name: 'http', source, text: http }, ...modules], folder, {
    cwd,
    force,
    known,
  }).catch((error: unknown) => {
    throw fileError(`--out ${out} cannot be written`, error);
  });
}

// It stands in a comment, which a line break would end, and is read again from its file, which holds no lone surrogate.
const sourceOf = ({ method, path }: Operation): string =>
  escapeUnseen(`${method} ${path}`.replace(/\p{Cs}/gu, '\uFFFD'));

function many(tools: readonly ApiTool[], all: readonly Operation[]): string {
  const counts = new Map<string, number>();
  for (const { tags } of all) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, 10);
  const tagged =
    most.length === 0 ? '' : ` Its tags: ${most.map(([tag, count]) => `${tag} (${count})`).join(', ')}.`;
  return (
    line`warning  ${tools.length} tools are more than a model can choose among, and their schemas fill its context.` +
    line`  help: Import what agents need, by --tag, --include and --exclude.${tagged}`
  );
}

function reportFiles(
  { written, same, kept, gone }: WrittenModules,
  tools: readonly ApiTool[],
  all: readonly Operation[],
  { out }: ImportValues,
  io: CliIo,
): void {
  for (const path of kept)
    io.stderr(
      line`note     ${path} is left as it is, because it was edited, also if only by a formatter, or is not of this import; --force replaces it.`,
    );
  for (const path of gone)
    io.stderr(
      line`note     ${path} is of an operation that the document does not have any more, or has by another name; delete it if nothing needs it.`,
    );
  const files = `${written.length} files written, ${same.length} unchanged, ${kept.length} left`;
  io.stdout(line`${tools.length} of ${all.length} operations are tools in ${out}: ${files}.`);
}

/** Maximum characters of a document; the largest ones that are known have a quarter of that. */
const MAX_LENGTH = 100_000_000;
/** Milliseconds for a server to send it. */
const TIMEOUT = 60_000;

/** A document's text, and what its references are relative to. */
interface Source {
  readonly text: string;
  /** Its path or address. */
  readonly file: string;
  /** Only files inside can be referred to. */
  readonly folder?: string;
}

/** Reads the document to import: a file, `-` for standard input, or an address. */
async function readSource(source: string, cwd: string, timeout: number = TIMEOUT): Promise<Source> {
  if (/^https?:\/\//i.test(source)) return { text: await download(source, timeout), file: source };
  if (source === '-') return { text: await readStandardInput(), file: '-' };
  try {
    const file = realpathSync(resolve(cwd, source));
    return { text: decodeText(readFileSync(file), source), file, folder: dirname(file) };
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${source} cannot be read`, error);
  }
}

/** Not `response.text()`: what is sent compressed may be far longer than what was sent. */
async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true });
    if (text.length > MAX_LENGTH) throw new Error('it is too long');
  }
  return text + decoder.decode();
}

async function download(address: string, timeout: number): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeout) });
    if (!response.ok) throw new Error(`it was answered with ${response.status}`);
    return await textOf(response);
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    throw new InputError(
      `${address} cannot be read: ${reason}.`,
      'Correct the address, or save the document and name the file.',
    );
  }
}
