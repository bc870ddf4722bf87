import { relative, sep } from 'node:path';

/** A path relative to a folder, with forward slashes. */
export function relativePath(folder: string, path: string): string {
  return relative(folder, path).split(sep).join('/');
}
