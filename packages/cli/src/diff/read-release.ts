import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseRelease, type Release } from './parse-release.ts';
import { InputError, ReleaseError } from '../errors.ts';
import { readTextOf } from '../io.ts';
import { manifestPaths, readPackage } from '../system/read-package.ts';

/**
 * Reads a release: a file, a folder, `git:<revision>[:<path>]` or `npm:<package>@<version>`.
 *
 * @param manifest - Absolute path of the project's manifest, where there is a project.
 * @throws ReleaseError where it cannot be read: one sentence.
 */
export async function readRelease(
  source: string,
  cwd: string,
  manifest: string | undefined,
): Promise<Release> {
  if (source.startsWith('git:')) {
    const { readGitRelease } = await import('./git-release.ts');
    return readGitRelease(source, cwd, manifest);
  }
  if (source.startsWith('npm:')) {
    const { readNpmRelease } = await import('./npm-release.ts');
    return readNpmRelease(source, cwd);
  }
  const path = source === '-' ? source : await fileIn(source, cwd);
  const text = await readTextOf(path, cwd).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    throw new ReleaseError(error.message.split('\n', 1).join(''));
  });
  return { name: source, manifest: parseRelease(text, source), source: { file: resolve(cwd, path), text } };
}

/** The manifest in a folder; another path itself. */
async function fileIn(path: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, path);
  if ((await statOf(folder))?.isDirectory() !== true) return path;
  for (const each of manifestPaths(await readPackage(folder))) {
    if ((await statOf(join(folder, each)))?.isFile() === true) return join(path, each);
  }
  throw new ReleaseError(
    `${path} has no manifest: neither \`btcp\` of its package.json nor a usual path leads to one.`,
  );
}

const statOf = (path: string): Promise<Stats | undefined> => stat(path).catch(() => undefined);
