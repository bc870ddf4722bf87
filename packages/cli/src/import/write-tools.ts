import { lstat, mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printModules } from '@btcp/codegen';
import { markImported, readImported } from '@btcp/codegen/internal';
import type { ManifestTool } from '@btcp/core';
import { freeName } from '@btcp/schema/internal';
import { replaceFile, textAt } from '../system/write-files.ts';
import { InputError } from '../errors.ts';

/** Whether a file was written; `kept`: it has other content, which somebody may have edited. */
export type FileState = 'written' | 'same' | 'kept';

/** Writes each tool to a file of its own; returns paths relative to the working directory. */
export async function writeTools(
  tools: readonly ManifestTool[],
  folder: string,
  { cwd, force }: { readonly cwd: string; readonly force: boolean },
): Promise<readonly { readonly path: string; readonly state: FileState }[]> {
  await mkdir(folder, { recursive: true });
  const taken = new Set<string>();
  const modules = tools.map((tool) => ({
    tools: [tool],
    path: join(folder, `${freeFileName(tool.name, taken)}.ts`),
  }));
  const texts = await printModules(modules);
  const files: { readonly path: string; readonly state: FileState }[] = [];
  for (const [index, { path }] of modules.entries()) {
    const state = await writeModule(path, texts[index] ?? '', () => force);
    files.push({ path: relative(cwd, path), state });
  }
  return files;
}

/** @param isReplaceable - Whether a file with another text may be replaced. */
async function writeModule(
  path: string,
  text: string,
  isReplaceable: (current: string) => boolean,
): Promise<FileState> {
  const current = await textAt(path);
  if (current === text) return 'same';
  // A dangling link would write a file elsewhere.
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  if ((current !== undefined || isLink) && !isReplaceable(current ?? '')) return 'kept';
  // Takes the place of a link, instead of what it leads to.
  await replaceFile(path, text);
  return 'written';
}

/** A free name for a tool's file, which it takes: getURLForID → get-url-for-id. */
export function freeFileName(tool: string, taken: Set<string>): string {
  const words = tool.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2');
  const name = words.replaceAll('_', '-').toLowerCase().replace(/-+$/, '');
  // Windows reserves these for devices.
  const wanted = /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-tool` : name;
  const free = freeName(wanted, (each) => taken.has(each), '-');
  taken.add(free);
  return free;
}

interface Module {
  /** Without `.ts`. */
  readonly name: string;
  /** What it was made of: `GET /pets`. */
  readonly source: string;
  readonly text: string;
}

export interface WrittenModules extends Readonly<Record<FileState, readonly string[]>> {
  /** Imported files of sources that are not among the known, or that are in another file now. */
  readonly gone: readonly string[];
}

/**
 * Writes modules, but not over those that somebody has edited: each begins with a hash of its text.
 *
 * @param modules - The first one is that of the API as a whole.
 * @param known - All sources of the document, of which only some are written.
 * @param force - Whether to replace edited files, too.
 */
export async function writeModules(
  modules: readonly Module[],
  folder: string,
  {
    cwd,
    force,
    known,
  }: { readonly cwd: string; readonly force: boolean; readonly known: ReadonlySet<string> },
): Promise<WrittenModules> {
  await mkdir(folder, { recursive: true });
  if (!force) await refuseOtherApi(modules[0], folder);
  const files: Record<FileState, string[]> = { written: [], same: [], kept: [] };
  for (const { name, source, text } of modules) {
    const path = join(folder, `${name}.ts`);
    const isReplaceable = (current: string): boolean => force || isUnedited(current, source, known);
    const state = await writeModule(path, markImported(source, text), isReplaceable);
    files[state].push(relative(cwd, path));
  }
  const named = new Map(modules.map(({ name, source }) => [source, `${name}.ts`]));
  const isGone = (file: string, source: string): boolean =>
    !known.has(source) || (named.get(source) ?? file) !== file;
  return { ...files, gone: await findGone(folder, cwd, isGone) };
}

/** @throws InputError where the folder has the first module of another API. */
async function refuseOtherApi(first: Module | undefined, folder: string): Promise<void> {
  if (first === undefined) return;
  const from = readImported(await textAt(join(folder, `${first.name}.ts`)))?.source;
  if (from === undefined || from === first.source) return;
  throw new InputError(
    `The folder has tools of ${from}, and these are of ${first.source}.`,
    'Name another folder by --out, or pass --force if it is the same API.',
  );
}

/** Whether a file is as it was imported: from the same operation, or from one that the document has no more. */
function isUnedited(current: string, source: string, known: ReadonlySet<string>): boolean {
  const imported = readImported(current);
  if (imported === undefined || (imported.source !== source && known.has(imported.source))) return false;
  return !imported.isEdited;
}

async function findGone(
  folder: string,
  cwd: string,
  isGone: (file: string, source: string) => boolean,
): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const gone: string[] = [];
  for (const file of files) {
    const source = readImported(await textAt(join(folder, file)))?.source;
    if (source !== undefined && isGone(file, source)) gone.push(relative(cwd, join(folder, file)));
  }
  return gone;
}
