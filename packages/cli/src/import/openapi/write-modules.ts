import { mkdir, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { markImported, readImported } from '@btcp/codegen';
import { InputError } from '../../errors.ts';
import { textAt } from '../../system/write-files.ts';
import { type FileState, writeModule } from '../write-tools.ts';

/** A module to write. */
export interface Module {
  /** Without `.ts`. */
  readonly name: string;
  /** What it was made of: `GET /pets`. */
  readonly source: string;
  readonly text: string;
}

/** What became of the files. */
export interface WrittenModules extends Readonly<Record<FileState, readonly string[]>> {
  /** Imported files of sources that are not among the known. */
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
  return { ...files, gone: await findGone(folder, cwd, known) };
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

async function findGone(folder: string, cwd: string, known: ReadonlySet<string>): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const gone: string[] = [];
  for (const file of files) {
    const source = readImported(await textAt(join(folder, file)))?.source;
    if (source !== undefined && !known.has(source)) gone.push(relative(cwd, join(folder, file)));
  }
  return gone;
}
