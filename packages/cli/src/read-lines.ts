import { readFileSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import type { Diagnostic } from '@btcp/core';
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

/** Diagnostics with their files relative to where the command was given: the project may lie elsewhere. */
export function fromFolder(
  cwd: string,
  root: string,
  diagnostics: readonly Diagnostic[],
): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    file: relative(cwd, resolve(root, diagnostic.file)).split(sep).join('/'),
  }));
}
