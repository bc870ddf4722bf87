import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The extension to import a file by, by the extension of its source. */
const IMPORTED_AS: Readonly<Record<string, string>> = {
  '.ts': '.js',
  '.tsx': '.js',
  '.mts': '.mjs',
  '.cts': '.cjs',
  '.js': '.js',
  '.jsx': '.js',
  '.mjs': '.mjs',
  '.cjs': '.cjs',
  '.json': '.json',
};
const EXTENSION = /\.(?:[cm]?[jt]s|[jt]sx|json)$/;

/**
 * Suggests the specifier for an unresolved relative import: a file with the same name and another extension.
 *
 * @param from - Absolute path of the file that imports it.
 */
export function specifierBeside(specifier: string, from: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const stem = specifier.replace(EXTENSION, '');
  const path = resolve(dirname(from), stem);
  const extension = Object.keys(IMPORTED_AS).find((each) => existsSync(path + each));
  // Keeps the author's style of importing `.ts`.
  const isSource = /\.(?:[cm]?ts|tsx)$/.test(specifier);
  return extension === undefined ? undefined : stem + (isSource ? extension : IMPORTED_AS[extension]);
}
