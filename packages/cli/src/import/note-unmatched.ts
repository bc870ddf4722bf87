import { basename, relative, resolve, sep } from 'node:path';
import { type LoadedConfig, matchFiles } from '@btcp/codegen';
import { line } from '../printable-io.ts';

/**
 * Says that a build will not find files that were written, and what to write in the config.
 *
 * @param config - The project's configuration; without one there is nothing to say.
 * @param files - Paths of files with tools, relative to `cwd`.
 */
export function noteUnmatched(
  config: LoadedConfig | undefined,
  cwd: string,
  files: readonly string[],
): string {
  const [first] = files;
  if (config === undefined || first === undefined) return '';
  const { root, tools, file } = config;
  const matched = new Set(matchFiles(root, tools).map((path) => resolve(path)));
  if (files.every((path) => matched.has(resolve(cwd, path)))) return '';
  const folder = relative(root, resolve(cwd, first, '..'))
    .split(sep)
    .join('/');
  const globs = [...tools, folder === '' ? '*.ts' : `${folder}/*.ts`].map((glob) => `'${glob}'`).join(', ');
  return line`warning  \`tools\` of ${basename(file)} does not match ${first}, so a build leaves it out; write: tools: [${globs}],`;
}
