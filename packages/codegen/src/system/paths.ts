import { type Stats, statSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';

/** What a path leads to; undefined where that is nothing, also because a part of the path is a file. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** When what is at a path was made, in milliseconds since 1970: not by its number, which the next file may get. */
export const madeAt = (path: string): number | undefined => statOf(path)?.birthtimeMs;

/**
 * Finds a symbolic link by which a path leads out of a folder. A path that names another place openly is none.
 *
 * @param folder - Absolute path.
 * @param path - Absolute path; what it names need not exist yet.
 * @returns The link, relative to the folder.
 */
export async function linkOutOf(folder: string, path: string): Promise<string | undefined> {
  const below = relative(folder, path);
  if (isOutside(below)) return undefined;
  const root = await realpath(folder).catch(() => folder);
  const names = below.split(sep).filter(Boolean);
  for (const [index] of names.entries()) {
    const link = names.slice(0, index + 1).join(sep);
    const found = await lstat(join(folder, link)).catch(() => undefined);
    if (found === undefined) return undefined;
    if (!found.isSymbolicLink()) continue;
    const target = await realpath(join(folder, link)).catch(() => undefined);
    // What a dangling link would make lies elsewhere, too.
    if (target === undefined || isOutside(relative(root, target))) return link;
  }
  return undefined;
}

const isOutside = (path: string): boolean => path.split(sep)[0] === '..' || isAbsolute(path);
