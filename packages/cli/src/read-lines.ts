import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { ReadLines } from './report/report-pretty.ts';

/** Reads the lines of files that diagnostics name relative to a folder. */
export function lineReader(cwd: string): ReadLines {
  return (file) => {
    try {
      return readFileSync(resolve(cwd, file), 'utf8').split(/\r?\n/);
    } catch {
      return undefined;
    }
  };
}

/** Diagnostics, or other things in files, with the files relative to where the command was given: the project may lie elsewhere. */
export function fromFolder<T extends { readonly file: string }>(
  cwd: string,
  root: string,
  placed: readonly T[],
): readonly T[] {
  return placed.map((each) => ({
    ...each,
    file: relative(cwd, resolve(root, each.file)).split(sep).join('/'),
  }));
}
