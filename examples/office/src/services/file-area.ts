import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { BTCPError } from '@btcp/core';

/** A folder that tools may work in, and nothing outside of it. */
export interface FileArea {
  /**
   * Where a path leads, symbolic links followed.
   *
   * @param path - Relative to the area, or absolute and inside of it.
   * @throws BTCPError `PATH_OUTSIDE_AREA`, `FILE_NOT_FOUND`, `INVALID_PATH`.
   */
  resolve(path: string): Promise<string>;
  /** A resolved path as callers see it: relative, with forward slashes; "." for the area itself. */
  display(resolved: string): string;
}

/** Opens an existing folder as a `FileArea`. */
export async function openFileArea(folder: string): Promise<FileArea> {
  const given = resolve(folder);
  const root = await realpath(given);
  return {
    async resolve(path) {
      if (path === '' || path.includes('\0')) throw invalidPath();
      const absolute = resolve(root, path);
      // Before touching the disk, so that the answer does not tell what exists outside.
      if (!isInside(root, absolute) && !isInside(given, absolute)) throw outside(path);
      const real = await realpath(absolute).catch((cause: unknown) => {
        throw notFound(path, cause);
      });
      if (!isInside(root, real)) throw outside(path);
      return real;
    },
    display(resolved) {
      return relative(root, resolved).split(sep).join('/') || '.';
    },
  };
}

function isInside(root: string, path: string): boolean {
  const steps = relative(root, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`) && !isAbsolute(steps);
}

const invalidPath = (): BTCPError =>
  new BTCPError('INVALID_PATH', {
    message: 'The path is empty or has a null character in it.',
    suggestion: 'Give a path such as "reports/may.txt".',
  });

const outside = (path: string): BTCPError =>
  new BTCPError('PATH_OUTSIDE_AREA', {
    message: `"${path}" is outside the folder that tools may use.`,
    suggestion: 'Give a path inside the folder, such as "." or "reports/may.txt".',
  });

const notFound = (path: string, cause: unknown): BTCPError =>
  new BTCPError('FILE_NOT_FOUND', {
    message: `There is no "${path}".`,
    suggestion: 'Use searchFiles to see which files there are.',
    cause,
  });
