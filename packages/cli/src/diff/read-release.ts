import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { parseRelease, type Release } from './parse-release.ts';
import { InputError, ReleaseError } from '../errors.ts';
import { readTextOf } from '../io.ts';
import { manifestPaths, readPackage } from '../system/read-package.ts';
import { runProgram } from '../system/run-program.ts';

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
  if (source.startsWith('git:')) return readGitRelease(source, cwd, manifest);
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

/**
 * Reads a manifest from a revision: `git:<revision>[:<path>]`, with the path from the root of the repository, or, with `./`
 * or `../`, from the current folder.
 *
 * @param manifest - Absolute path of the project's manifest, which is the default.
 */
async function readGitRelease(source: string, cwd: string, manifest: string | undefined): Promise<Release> {
  const [, revision = '', given] = source.split(/:(.*?)(?::(.*))?$/s);
  if (revision === '' || revision.startsWith('-'))
    throw new ReleaseError(`${source} names no revision; write git:HEAD~1, for example.`);
  const path = given ?? (manifest && `./${relative(cwd, manifest).split(sep).join('/')}`);
  if (path === undefined || path === '')
    throw new ReleaseError(
      `There is no project here to take the path from; run it in the folder of the config, or write git:${revision}:<path>.`,
    );
  const git = async (...args: readonly string[]) => {
    const run = await runProgram('git', args, { cwd });
    if (run === undefined) throw new ReleaseError('git is not installed.');
    return run;
  };
  const found = await git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`);
  if (found.code !== 0) {
    const isRepository = (await git('rev-parse', '--git-dir')).code === 0;
    throw new ReleaseError(
      isRepository
        ? `There is no revision ${revision}. Correct it, or fetch it: in CI, a checkout has one commit alone without \`fetch-depth: 0\`.`
        : `${cwd} is in no git repository.`,
    );
  }
  const shown = await git('cat-file', 'blob', `${found.stdout.trim()}:${path}`);
  if (shown.code === 0) return { name: source, manifest: parseRelease(shown.stdout, source) };
  throw new ReleaseError(
    `There is no file ${path} in the revision ${revision}. Commit it; where git ignores its folder, \`git add --force\` adds it. Paths are from the root of the repository, or with ./ from this folder.`,
  );
}
