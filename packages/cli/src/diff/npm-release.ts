import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { makeTempFolder } from '@btcp/codegen/internal';
import { parseRelease, type Release } from './parse-release.ts';
import { ReleaseError } from '../errors.ts';
import { manifestPaths, parsePackage } from '../system/read-package.ts';
import { npmFailure, runNpm, runProgram } from '../system/run-program.ts';

// Only packages of the registry: npm would also take folders, URLs, repositories and, at a hyphen, options.
const SPEC = /^npm:(?!-)((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([\w.^~*+-]+))?$/i;

/** Waits less long for a registry that does not answer than npm does, unless the environment says how long. */
const WAITS = {
  npm_config_fetch_retries: '1',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_timeout: '30000',
};

/** Milliseconds that npm may take for a package, and tar for a file of it: a small one may unpack to any size. */
const TIMEOUTS = { npm: 120_000, tar: 30_000 };

/** Reads the manifest of a published package: `npm:<package>@<version>`, from the registry that npm uses here. */
export async function readNpmRelease(source: string, cwd: string): Promise<Release> {
  const [, name, version = 'latest'] = SPEC.exec(source) ?? [];
  if (name === undefined)
    throw new ReleaseError(`${source} is no package of a registry; write npm:<package>@<version>.`);
  const spec = `${name}@${version}`;
  const folder = await makeTempFolder();
  try {
    for (const tarball of await download(spec, folder.path, cwd)) {
      const read = (path: string): Promise<string | undefined> => readPacked(path, tarball, spec);
      const fields = await read('package.json');
      // What the registry says of a package is no package.
      for (const path of fields === undefined ? [] : manifestPaths(parsePackage(fields))) {
        const text = await read(path);
        if (text !== undefined) return { name: source, manifest: parseRelease(text, source) };
      }
    }
  } finally {
    await folder.remove();
  }
  throw new ReleaseError(
    `${source} has no manifest: neither \`btcp\` of its package.json nor a usual path leads to one.`,
  );
}

/**
 * Loads a package into a cache of its own: `npm pack` would hold all that the package unpacks to in memory.
 *
 * @returns The files in that cache's store: the tarball, and what the registry says of it.
 */
async function download(spec: string, folder: string, cwd: string): Promise<readonly string[]> {
  const args = ['cache', 'add', spec, '--json', '--prefer-online', '--cache', folder];
  const run = await runNpm(args, { cwd, env: { ...WAITS, ...process.env }, timeout: TIMEOUTS.npm });
  if (run === undefined) throw new ReleaseError('npm is not installed.');
  if (run.isEnded) throw tooLarge(spec);
  if (run.code === 0) {
    const store = join(folder, '_cacache', 'content-v2');
    const found = await readdir(store, { recursive: true, withFileTypes: true });
    return found.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
  }
  const { reason, help } = npmFailure(run);
  throw new ReleaseError(
    `npm:${spec} cannot be read: ${reason}. ${help}`,
    /"?E404/.test(run.stdout + run.stderr),
  );
}

/** A file of a package, whose folder is named so by npm; nothing is unpacked to the disk. */
async function readPacked(path: string, tarball: string, spec: string): Promise<string | undefined> {
  const args = ['-xzOf', basename(tarball), `package/${path}`];
  const run = await runProgram('tar', args, { cwd: dirname(tarball), timeout: TIMEOUTS.tar });
  if (run === undefined) throw new ReleaseError('tar is not installed.');
  if (run.isEnded) throw tooLarge(spec);
  return run.code === 0 ? run.stdout : undefined;
}

const tooLarge = (spec: string): ReleaseError =>
  new ReleaseError(
    `npm:${spec} is not read: a file of it has more than 256 MB, or it takes more than ${TIMEOUTS.npm / 1000} seconds to load or ${TIMEOUTS.tar / 1000} to unpack. Load it yourself, and name its manifest.`,
  );
