import { relative, sep } from 'node:path';
import { ReleaseError } from '../errors.ts';
import { parseRelease, type Release } from './parse-release.ts';
import { runProgram } from '../system/run-program.ts';

/**
 * Reads a manifest from a revision: `git:<revision>[:<path>]`.
 *
 * @param manifest - Absolute path of the project's manifest, which is the default.
 */
export async function readGitRelease(
  source: string,
  cwd: string,
  manifest: string | undefined,
): Promise<Release> {
  const [, revision = '', given] = source.split(/:(.*?)(?::(.*))?$/s);
  if (revision === '' || revision.startsWith('-'))
    throw new ReleaseError(`${source} names no revision; write git:HEAD~1, for example.`);
  const path = given ?? (manifest && relative(cwd, manifest).split(sep).join('/'));
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
      isRepository ? `There is no revision ${revision}.` : `${cwd} is in no git repository.`,
    );
  }
  // Relative to the current folder, not to the repository's.
  const shown = await git('cat-file', 'blob', `${found.stdout.trim()}:./${path}`);
  if (shown.code !== 0)
    throw new ReleaseError(`There is no file ${path} in the revision ${revision}; is it committed?`);
  return { name: source, manifest: parseRelease(shown.stdout, source) };
}
