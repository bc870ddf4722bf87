import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { ReadLines } from './report/report-pretty.ts';

/** Reads the lines of files that diagnostics name relative to a folder. */
export function lineReader(cwd: string): ReadLines {
  const known = new Map<string, readonly string[] | undefined>();
  return (file) => {
    if (!known.has(file)) known.set(file, linesOf(resolve(cwd, file)));
    return known.get(file);
  };
}

function linesOf(path: string): readonly string[] | undefined {
  try {
    return readFileSync(path, 'utf8').split(/\r?\n/);
  } catch {
    return undefined;
  }
}

export const STANDARD_INPUT = '<stdin>';

/** Makes the files of diagnostics, or the like, relative to the working directory: the project may be elsewhere. */
export function fromFolder<T extends { readonly file: string }>(
  cwd: string,
  root: string,
  placed: readonly T[],
): readonly T[] {
  if (cwd === root) return placed;
  return placed.map((each) => ({
    ...each,
    file:
      each.file === STANDARD_INPUT ? each.file : relative(cwd, resolve(root, each.file)).split(sep).join('/'),
  }));
}
