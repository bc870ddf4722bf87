import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** What a file is imported as, by the extension of its source. */
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
 * What to import in place of a relative path that leads nowhere: the file beside it that only has another extension.
 *
 * @param from - Absolute path of the file that imports it.
 */
export function specifierBeside(specifier: string, from: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const stem = specifier.replace(EXTENSION, '');
  const path = resolve(dirname(from), stem);
  const extension = Object.keys(IMPORTED_AS).find((each) => existsSync(path + each));
  // Who writes `.ts` in imports goes on with it.
  const isSource = /\.(?:[cm]?ts|tsx)$/.test(specifier);
  return extension === undefined ? undefined : stem + (isSource ? extension : IMPORTED_AS[extension]);
}
