import { createHash, randomBytes } from 'node:crypto';
import { copyFile, lstat, mkdir, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix, relative, resolve } from 'node:path';
import { isRunning } from '@btcp/codegen/internal';
import { isObject } from '@btcp/schema/internal';
import { fileError, InputError } from '../errors.ts';
import { type CliIo, line, tryJson } from '../io.ts';
import type { PublishedFile } from './settings.ts';
import { refuseLinkOut, textAt } from '../system/write-files.ts';

/** What was changed of a folder. */
interface WrittenFiles {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files of an earlier run that would be removed, had they not been changed since. */
  readonly kept: readonly string[];
}

/** Lists what the last run wrote, with the digest of each file: nothing else is ever replaced or removed. */
const RECORD = '.btcp-publish.json';

const MANIFEST = '.well-known/btcp.json';
const SIGNATURE = '.well-known/btcp.sig.json';

/**
 * Replaces the published files of a folder, all of them or none, and removes those of the last run that are no longer
 * published.
 *
 * @throws InputError where the folder cannot be written, or has a file that this would replace and did not write.
 */
async function writePublished(folder: string, files: readonly PublishedFile[]): Promise<WrittenFiles> {
  try {
    return await replaceAll(folder, files);
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${folder} cannot be written`, error);
  }
}

async function replaceAll(folder: string, files: readonly PublishedFile[]): Promise<WrittenFiles> {
  await removeStale(folder);
  const digests = Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)]));
  const record = recordOf(digests);
  const last = parseRecord(await textAt(join(folder, RECORD)));
  await refuseLinks(folder, new Set([...Object.keys(digests), ...last.keys()]));
  await refuseUnsigning(folder, digests);
  const changed: PublishedFile[] = [];
  for (const file of [...files, record]) {
    const current = await textAt(join(folder, file.path));
    if (current === file.text) continue;
    if (current !== undefined && !last.has(file.path) && file !== record)
      throw new InputError(
        `${join(folder, file.path)} was not written by \`btcp publish\`, and would be replaced.`,
        'Move it to another place, or publish into another folder.',
      );
    changed.push(file);
  }
  const gone = [...last].filter(([path]) => !Object.hasOwn(digests, path));
  const removed: string[] = [];
  const kept: string[] = [];
  for (const [path, digest] of gone) {
    const current = await textAt(join(folder, path));
    if (current !== undefined) (digestOf(current) === digest ? removed : kept).push(path);
  }
  // Until all are in place, the record lists the files of both runs: whoever is killed between leaves none unlisted.
  const both = recordOf({ ...Object.fromEntries(last), ...digests });
  if (changed.length + removed.length > 0) await replaceFiles(folder, [both, ...changed], removed);
  return { written: changed.filter((file) => file !== record).map(({ path }) => path), removed, kept };
}

/** A link to a folder would lead what is written and removed out of this one. */
async function refuseLinks(folder: string, paths: ReadonlySet<string>): Promise<void> {
  for (const below of new Set([...paths].flatMap(foldersOf))) {
    const path = join(folder, below);
    const isLink = await lstat(path).then(
      (found) => found.isSymbolicLink(),
      () => false,
    );
    if (isLink)
      throw new InputError(
        `${path} is a symbolic link, and would be followed out of the folder.`,
        'Put a folder in its place, or publish into another folder.',
      );
  }
}

/** `a/b/c.json` → `a/b` and `a`. */
function foldersOf(path: string): readonly string[] {
  const parent = posix.dirname(path);
  return parent === '.' ? [] : [parent, ...foldersOf(parent)];
}

/** Who forgets --key must not take the signature from a site that is signed. */
async function refuseUnsigning(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  if (Object.hasOwn(files, SIGNATURE) || (await textAt(join(folder, SIGNATURE))) === undefined) return;
  // A directory of several providers is never signed.
  const canBeSigned = Object.hasOwn(files, MANIFEST);
  throw new InputError(
    `${join(folder, SIGNATURE)} would be lost or outdated: ${canBeSigned ? 'without --key, what is published is not signed' : '--merge signs nothing'}.`,
    `${canBeSigned ? 'Pass --key <file>' : 'Publish into another folder'}; to publish without a signature, delete ${SIGNATURE} first.`,
  );
}

const recordOf = (files: Readonly<Record<string, string>>): PublishedFile => ({
  path: RECORD,
  text: `${JSON.stringify({ files }, null, 2)}\n`,
});

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Path → digest; a record that was tampered with leads nowhere outside the folder. */
function parseRecord(text: string | undefined): ReadonlyMap<string, string> {
  const record = tryJson(text ?? '{}');
  const files = isObject(record) && isObject(record['files']) ? Object.entries(record['files']) : [];
  return new Map(
    files.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isInside(entry[0])),
  );
}

const isInside = (path: string): boolean => resolve('/a', path) === `/a/${path}`;

const STAGE = /^\.btcp-publish\.(\d+)\.[0-9a-f]+\.tmp$/;

/**
 * Replaces files of a folder in order, then removes others: all of it, or nothing. The files are staged beside the
 * published ones; a move that fails takes back those before it.
 *
 * @param removed - Paths, relative to the folder.
 */
async function replaceFiles(
  folder: string,
  changed: readonly PublishedFile[],
  removed: readonly string[],
): Promise<void> {
  const stage = join(folder, `.btcp-publish.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  const undo: (() => Promise<void>)[] = [];
  try {
    await mkdir(stage, { recursive: true });
    for (const [index, { text }] of changed.entries()) await writeFile(join(stage, `new${index}`), text);
    for (const [index, path] of [...changed.map((file) => file.path), ...removed].entries())
      undo.unshift(await copyAside(join(folder, path), join(stage, `old${index}`)));
    // Each rename replaces a file at once, so that a reader never misses one.
    for (const [index, { path }] of changed.entries()) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(stage, `new${index}`), join(folder, path));
    }
    for (const path of removed) await rm(join(folder, path));
    await removeEmpty(folder, removed);
  } catch (error) {
    for (const step of undo) await step();
    await removeEmpty(
      folder,
      changed.map(({ path }) => path),
    );
    throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

/** Copies a file, where there is one. @returns What brings it back, or removes what was put there since. */
async function copyAside(path: string, aside: string): Promise<() => Promise<void>> {
  if ((await textAt(path)) === undefined) return () => rm(path, { force: true });
  await copyFile(path, aside);
  return () => rename(aside, path);
}

/** Removes the folders that held these files, where nothing else is in them. */
async function removeEmpty(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    for (let below = posix.dirname(path); below !== '.'; below = posix.dirname(below)) {
      const left = await readdir(join(folder, below)).catch(() => undefined);
      if (left?.length === 0) await rmdir(join(folder, below));
    }
  }
}

/** Removes what a process that was killed had staged. */
async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = STAGE.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { recursive: true });
  }
}

/**
 * Writes published files, and reports what was written.
 *
 * @param out - The folder, as the user gave it.
 * @param what - What is published, in words.
 */
export async function writeReported(
  out: string,
  what: string,
  files: readonly PublishedFile[],
  { cwd, stdout, stderr }: CliIo,
): Promise<void> {
  await refuseLinkOut(out, cwd);
  const folder = resolve(cwd, out);
  const changes = await writePublished(folder, files);
  for (const path of changes.kept) stderr(line`${path} is no longer published, but was changed: it stays.`);
  const place = relative(cwd, folder) || '.';
  stdout(`${what}: ${files.length} files in ${place}, ${describe(changes)}\n`);
}

function describe({ written, removed }: WrittenFiles): string {
  const done = [
    ...(written.length > 0 ? [`wrote ${written.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  return done.join(', ') || 'up to date';
}
