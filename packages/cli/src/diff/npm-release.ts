import { readdir } from 'node:fs/promises';
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

/** Reads the manifest of a published package: `npm:<package>@<version>`, from the registry that npm uses here. */
export async function readNpmRelease(source: string, cwd: string): Promise<Release> {
  const [, name, version = 'latest'] = SPEC.exec(source) ?? [];
  if (name === undefined)
    throw new ReleaseError(`${source} is no package of a registry; write npm:<package>@<version>.`);
  const spec = `${name}@${version}`;
  const folder = await makeTempFolder();
  try {
    const tarball = await download(spec, folder.path, cwd);
    const fields = parsePackage(await readPacked('package.json', tarball, folder.path));
    for (const path of manifestPaths(fields)) {
      const text = await readPacked(path, tarball, folder.path);
      if (text !== undefined) return { name: source, manifest: parseRelease(text, source) };
    }
  } finally {
    await folder.remove();
  }
  throw new ReleaseError(
    `${source} has no manifest: neither \`btcp\` of its package.json nor a usual path leads to one.`,
  );
}

/** @returns The name of the tarball in the folder. */
async function download(spec: string, folder: string, cwd: string): Promise<string> {
  const args = ['pack', spec, '--json', '--ignore-scripts', '--prefer-online', '--pack-destination', folder];
  const run = await runNpm(args, { cwd, env: { ...WAITS, ...process.env } });
  if (run === undefined) throw new ReleaseError('npm is not installed.');
  const tarball = (await readdir(folder)).find((each) => each.endsWith('.tgz'));
  if (run.code === 0 && tarball !== undefined) return tarball;
  const { reason, help } = npmFailure(run);
  throw new ReleaseError(`npm:${spec} cannot be read: ${reason}. ${help}`, run.stdout.includes('"E404"'));
}

/** A file of a package, whose folder is named so by npm; nothing is unpacked to the disk. */
async function readPacked(path: string, tarball: string, cwd: string): Promise<string | undefined> {
  const run = await runProgram('tar', ['-xzOf', tarball, `package/${path}`], { cwd });
  if (run === undefined) throw new ReleaseError('tar is not installed.');
  return run.code === 0 ? run.stdout : undefined;
}
