import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { ProjectDiagnostic } from '../system/project-error.ts';
import { statOf } from '../system/paths.ts';
import { CONFIG_FILES } from './loaded-config.ts';

/**
 * The absolute path of a config file; undefined where there is none.
 *
 * @param file - Its path, relative to the folder. Default: the names of config files.
 */
export function findConfig(folder: string, file?: string): string | undefined {
  const names = file === undefined ? CONFIG_FILES : [file];
  return names.map((name) => resolve(folder, name)).find((path) => statOf(path)?.isFile());
}

/** Says that there is no config file, and which others there are. */
export function configNotFound(folder: string, file: string | undefined): ProjectDiagnostic {
  const path = resolve(folder, file ?? CONFIG_FILES[0]);
  const nearest = file === undefined ? folderAbove(folder) : undefined;
  return {
    id: 'config-not-found',
    message: `There is no file ${basename(path)} in ${dirname(path)}.`,
    help:
      nearest === undefined
        ? CREATE
        : `There is one in ${nearest}: go there, or pass its path with --config, in code as \`configFile\`.`,
  };
}

const CREATE =
  "Run `npx btcp init`, which writes one, or write `import { defineConfig } from '@btcp/core'` and `export default defineConfig({ tools: ['src/tools/**/*.ts'] })`; or pass the path of another with --config, in code as `configFile`.";

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

function folderAbove(folder: string): string | undefined {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  return findConfig(parent) === undefined ? folderAbove(parent) : parent;
}

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

const configAt = (path: string): string => (isFolder(path) ? join(path, 'tsconfig.json') : path);
