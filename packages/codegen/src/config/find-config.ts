import { readdirSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
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
