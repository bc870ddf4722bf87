import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { InputError } from '../../errors.ts';
import { isLink, readText } from '../write-tools.ts';

/** A module to write. */
export interface Module {
  /** Without `.ts`. */
  readonly name: string;
  /** What it was made of: `GET /pets`. */
  readonly source: string;
  readonly text: string;
}

/** What became of the files. */
export interface WrittenModules {
  readonly written: readonly string[];
  readonly same: readonly string[];
  /** Files that were edited since they were imported, or were never imported. */
  readonly kept: readonly string[];
  /** Imported files of sources that are not among the known. */
  readonly gone: readonly string[];
}

const HEADER =
  /^\/\/ Imported from (.*); `btcp import` updates this file until you edit it \(([\da-f]{16})\)\.\n/;

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
  const written: string[] = [];
  const same: string[] = [];
  const kept: string[] = [];
  for (const { name, source, text } of modules) {
    const path = join(folder, `${name}.ts`);
    const shown = relative(cwd, path);
    const whole = `// Imported from ${source}; \`btcp import\` updates this file until you edit it (${hashOf(text)}).\n${text}`;
    const current = await readText(path);
    const isFree = current === undefined ? !(await isLink(path)) : isUnedited(current, source, known);
    if (current === whole) same.push(shown);
    else if (isFree || force) {
      await writeFile(path, whole);
      written.push(shown);
    } else kept.push(shown);
  }
  return { written, same, kept, gone: await findGone(folder, cwd, known) };
}

/** @throws InputError where the folder has the first module of another API. */
async function refuseOtherApi(first: Module | undefined, folder: string): Promise<void> {
  if (first === undefined) return;
  const [, from] = HEADER.exec((await readText(join(folder, `${first.name}.ts`))) ?? '') ?? [];
  if (from === undefined || from === first.source) return;
  throw new InputError(
    `The folder has tools of ${from}, and these are of ${first.source}.`,
    'Name another folder by --out, or pass --force if it is the same API.',
  );
}

/** Whether a file is as it was imported: from the same operation, or from one that the document has no more. */
function isUnedited(current: string, source: string, known: ReadonlySet<string>): boolean {
  const text = current.replaceAll('\r\n', '\n');
  const [header, from = '', hash] = HEADER.exec(text) ?? [];
  if (header === undefined || (from !== source && known.has(from))) return false;
  return hash === hashOf(text.slice(header.length));
}

async function findGone(folder: string, cwd: string, known: ReadonlySet<string>): Promise<readonly string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const gone: string[] = [];
  for (const file of files) {
    const [, source] = HEADER.exec((await readText(join(folder, file))) ?? '') ?? [];
    if (source !== undefined && !known.has(source)) gone.push(relative(cwd, join(folder, file)));
  }
  return gone;
}

// Formatters change white space.
const hashOf = (text: string): string =>
  createHash('sha256').update(text.replace(/\s+/g, '')).digest('hex').slice(0, 16);
