import { createHash, randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix, resolve } from 'node:path';
import { isObject } from '@btcp/schema';
import { fileError, InputError } from '../errors.ts';
import type { PublishedFile } from './publication.ts';

/** What was changed of a folder. */
export interface WrittenFiles {
  readonly written: readonly string[];
  readonly removed: readonly string[];
  /** Files of an earlier run that would be removed, had they not been changed since. */
  readonly kept: readonly string[];
}

/** Lists what the last run wrote, with the digest of each file: nothing else is ever replaced or removed. */
const RECORD = '.btcp-publish.json';

/**
 * Replaces the published files of a folder, all of them or none, and removes those of the last run that are no longer
 * published.
 *
 * @throws InputError where the folder cannot be written, or has a file that this would replace and did not write.
 */
export async function writePublished(folder: string, files: readonly PublishedFile[]): Promise<WrittenFiles> {
  try {
    return await replaceAll(folder, files);
  } catch (error) {
    throw error instanceof InputError ? error : fileError(`${folder} cannot be written`, error);
  }
}

async function replaceAll(folder: string, files: readonly PublishedFile[]): Promise<WrittenFiles> {
  const digests = Object.fromEntries(files.map(({ path, text }) => [path, digestOf(text)]));
  const record = { path: RECORD, text: `${JSON.stringify({ files: digests }, null, 2)}\n` };
  const last = parseRecord(await textAt(join(folder, RECORD)));
  const changed: PublishedFile[] = [];
  for (const file of [...files, record]) {
    const current = await textAt(join(folder, file.path));
    if (current === file.text) continue;
    if (current !== undefined && !last.has(file.path) && file !== record)
      throw new InputError(
        `${join(folder, file.path)} was not written by \`btcp publish\`, and would be replaced.`,
        'Move it away, or publish into another folder.',
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
  if (changed.length + removed.length > 0) await moveIntoPlace(folder, changed, removed);
  return { written: changed.filter((file) => file !== record).map(({ path }) => path), removed, kept };
}

/** Stages all files beside the published ones, then moves them over these; a failed move takes back those before it. */
async function moveIntoPlace(
  folder: string,
  changed: readonly PublishedFile[],
  removed: readonly string[],
): Promise<void> {
  const stage = join(folder, `.btcp-publish.${process.pid}.${randomBytes(4).toString('hex')}.tmp`);
  const [fresh, former] = [join(stage, 'new'), join(stage, 'old')];
  const undo: (() => Promise<void>)[] = [];
  try {
    for (const { path, text } of changed) {
      await makeFolderOf(join(fresh, path));
      await writeFile(join(fresh, path), text);
    }
    for (const path of [...changed.map((file) => file.path), ...removed])
      undo.unshift(await copyAside(join(folder, path), join(former, path)));
    // Each rename replaces a file at once, so that a reader never misses one.
    for (const { path } of changed) {
      await makeFolderOf(join(folder, path));
      await rename(join(fresh, path), join(folder, path));
    }
    for (const path of removed) await rm(join(folder, path));
  } catch (error) {
    for (const step of undo) await step();
    await removeEmpty(folder, changed);
    throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  await removeEmpty(
    folder,
    removed.map((path) => ({ path })),
  );
}

const makeFolderOf = (path: string): Promise<unknown> => mkdir(dirname(path), { recursive: true });

/** Copies a file, where there is one. @returns What brings it back, or removes what was put there since. */
async function copyAside(path: string, aside: string): Promise<() => Promise<void>> {
  if ((await textAt(path)) === undefined) return () => rm(path, { force: true });
  await makeFolderOf(aside);
  await copyFile(path, aside);
  return () => rename(aside, path);
}

/** Removes the folders that held these files, where nothing else is in them. */
async function removeEmpty(folder: string, files: readonly { readonly path: string }[]): Promise<void> {
  for (const { path } of files) {
    for (let below = posix.dirname(path); below !== '.'; below = posix.dirname(below)) {
      const left = await readdir(join(folder, below)).catch(() => undefined);
      if (left?.length === 0) await rmdir(join(folder, below));
    }
  }
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Path → digest; a record that was tampered with leads nowhere outside the folder. */
function parseRecord(text: string | undefined): ReadonlyMap<string, string> {
  let record: unknown;
  try {
    record = JSON.parse(text ?? '{}');
  } catch {
    record = {};
  }
  const files = isObject(record) && isObject(record['files']) ? Object.entries(record['files']) : [];
  return new Map(
    files.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && isInside(entry[0])),
  );
}

const isInside = (path: string): boolean => resolve('/a', path) === `/a/${path}`;

async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
}
