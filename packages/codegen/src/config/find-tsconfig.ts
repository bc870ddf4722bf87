import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ts } from '../source/ts.ts';

/**
 * The tsconfig.json of a folder. One that only refers to others, as some project templates write it, stands for that of the
 * application among them.
 *
 * @param root - Absolute path.
 * @returns Absolute path, or undefined where there is none.
 */
export function findTsconfig(root: string): string | undefined {
  const path = join(root, 'tsconfig.json');
  if (!existsSync(path)) return undefined;
  const config: unknown = ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config;
  const { files, include, references } = (config ?? {}) as Partial<TsconfigFields>;
  const isSolution = Array.isArray(files) && files.length === 0 && include === undefined;
  if (!isSolution || !Array.isArray(references)) return path;
  const named = references
    .flatMap(({ path: to }) => (typeof to === 'string' ? [configAt(resolve(root, to))] : []))
    .filter((file) => existsSync(file));
  return named.find((file) => file.includes('app')) ?? named[0] ?? path;
}

interface TsconfigFields {
  readonly files: unknown;
  readonly include: unknown;
  readonly references: readonly { readonly path?: unknown }[];
}

const configAt = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, 'tsconfig.json') : path;
