import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { isRunning } from '@btcp/codegen';
import type { PublishedFile } from './publication.ts';

const STAGE = /^\.btcp-publish\.(\d+)\.[0-9a-f]+\.tmp$/;

/**
 * Replaces files of a folder in order, then removes others: all of it, or nothing. The files are staged beside the
 * published ones; a move that fails takes back those before it.
 *
 * @param removed - Paths, relative to the folder.
 */
export async function replaceFiles(
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
export async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const [, pid] = STAGE.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { recursive: true });
  }
}

/** A file's text; undefined where there is no such file. */
export async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
}
