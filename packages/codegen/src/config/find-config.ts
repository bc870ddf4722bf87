import { existsSync, readdirSync, readFileSync } from 'node:fs';
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
  const within = isFolder(path) ? path : dirname(path);
  const nearest = file === undefined ? folderAbove(folder) : undefined;
  return {
    id: 'config-not-found',
    message:
      within === path
        ? `${file} is a folder, not a config file.`
        : `There is no ${basename(path)} in ${within}${isFolder(within) ? '' : ', which is no folder'}.`,
    help:
      nameConfigsIn(within) ??
      (nearest === undefined
        ? CREATE
        : `There is one in ${nearest}: go there, or pass its path with --config, in code as \`configFile\`.`),
  };
}

const CREATE =
  "Create one with: import { defineConfig } from '@btcp/core'; export default defineConfig({ tools: ['src/tools/**/*.ts'] });";

const isFolder = (path: string): boolean => statOf(path)?.isDirectory() === true;

/** Such as `btcp.config.ts`, and `web.btcp.config.ts` where a folder has several. */
const CONFIG_NAME = /(?:^|\.)btcp\.config\.(?:m?[jt]s|json)$/;

function nameConfigsIn(folder: string): string | undefined {
  const names = isFolder(folder) ? readdirSync(folder).filter((name) => CONFIG_NAME.test(name)) : [];
  if (names.length === 0) return undefined;
  return `${folder} has ${names.sort().join(' and ')}: pass the path with --config, in code as \`configFile\`.`;
}

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
