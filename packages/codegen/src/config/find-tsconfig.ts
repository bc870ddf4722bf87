import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/**
 * The tsconfig.json of a folder. A solution file, which only has references as in some project templates, is replaced by
 * the application's tsconfig among them.
 *
 * @param root - Absolute path.
 * @returns Absolute path, or undefined where there is none.
 */
export async function findTsconfig(root: string): Promise<string | undefined> {
  const path = join(root, 'tsconfig.json');
  if (!existsSync(path)) return undefined;
  // Most have no references, so the compiler, which can read comments, is not needed.
  if (!readFileSync(path, 'utf8').includes('"references"')) return path;
  const { ts } = await import('../source/ts.ts');
  const config: unknown = ts.readConfigFile(path, (file) => ts.sys.readFile(file)).config;
  const { files, include, references } = (config ?? {}) as Partial<TsconfigFields>;
  const lists = [files, include].filter((list) => list !== undefined);
  const isSolution = lists.length > 0 && lists.every((list) => Array.isArray(list) && list.length === 0);
  if (!isSolution || !Array.isArray(references)) return path;
  const named = references
    .flatMap(({ path: to }) => (typeof to === 'string' ? [configAt(resolve(root, to))] : []))
    .filter((file) => existsSync(file));
  return named.find((file) => relative(root, file).includes('app')) ?? named[0] ?? path;
}

interface TsconfigFields {
  readonly files: unknown;
  readonly include: unknown;
  readonly references: readonly { readonly path?: unknown }[];
}

const configAt = (path: string): string =>
  existsSync(path) && statSync(path).isDirectory() ? join(path, 'tsconfig.json') : path;
