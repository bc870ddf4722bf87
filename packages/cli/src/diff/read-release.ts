import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InputError, ReleaseError } from '../errors.ts';
import { readTextOf } from '../read-text-of.ts';
import { manifestPaths } from './manifest-paths.ts';
import { parseRelease, type Release } from './parse-release.ts';

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
  const file = source === '-' ? '-' : await fileIn(resolve(cwd, source), source);
  const text = await readTextOf(file, cwd).catch((error: unknown) => {
    if (!(error instanceof InputError)) throw error;
    throw new ReleaseError(error.message.split('\n', 1).join(''));
  });
  return { name: source, manifest: parseRelease(text, source), source: { file, text } };
}

/** The manifest in a folder; another path itself. */
async function fileIn(path: string, name: string): Promise<string> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return path;
  const pkg = await readFile(join(path, 'package.json'), 'utf8').catch(() => undefined);
  for (const each of manifestPaths(pkg)) {
    const file = join(path, each);
    if (
      await stat(file).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      return file;
  }
  throw new ReleaseError(
    `${name} has no manifest: neither \`btcp\` of its package.json nor a usual path leads to one.`,
  );
}
