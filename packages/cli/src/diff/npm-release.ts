import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { makeTempFolder } from '@btcp/codegen';
import { isObject } from '@btcp/schema';
import { parseRelease, type Release } from './parse-release.ts';
import { ReleaseError } from '../errors.ts';
import { manifestPaths, parsePackage } from '../system/read-package.ts';
import { runNpm } from '../system/run-program.ts';

// Only packages of the registry: npm would also take folders, URLs and repositories.
const SPEC = /^npm:((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)(?:@([\w.^~*+-]+))?$/i;

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
  const files = readTarball(await downloaded(`${name}@${version}`, cwd), source);
  const text = manifestPaths(parsePackage(files.get('package.json'))).flatMap(
    (path) => files.get(path) ?? [],
  )[0];
  if (text === undefined)
    throw new ReleaseError(
      `${source} has no manifest: neither \`btcp\` of its package.json nor a usual path leads to one.`,
    );
  return { name: source, manifest: parseRelease(text, source) };
}

async function downloaded(spec: string, cwd: string): Promise<Buffer> {
  const folder = await makeTempFolder();
  try {
    const args = [
      'pack',
      spec,
      '--json',
      '--ignore-scripts',
      '--prefer-online',
      '--pack-destination',
      folder.path,
    ];
    const run = await runNpm(args, { cwd, env: { ...WAITS, ...process.env } });
    if (run === undefined) throw new ReleaseError('npm is not installed.');
    const tarball = (await readdir(folder.path)).find((each) => each.endsWith('.tgz'));
    if (run.code !== 0 || tarball === undefined)
      throw new ReleaseError(
        `npm:${spec} cannot be read: ${reasonIn(run.stdout)}.`,
        run.stdout.includes('"E404"'),
      );
    return await readFile(join(folder.path, tarball));
  } finally {
    await folder.remove();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  E404: 'the registry has no such package or version',
  ETARGET: 'the registry has no such version',
  ECONNREFUSED: 'the registry does not answer',
  ENOTFOUND: 'the registry is not found',
  EAI_AGAIN: 'the registry is not found',
  ETIMEDOUT: 'the registry does not answer in time',
  E401: 'the registry asks for a login',
  E403: 'the registry refuses it',
};

/** @param out - What npm prints with `--json`. */
function reasonIn(out: string): string {
  try {
    const printed: unknown = JSON.parse(out);
    const error = isObject(printed) ? printed['error'] : undefined;
    const { code, summary } = Object(error) as { readonly code?: unknown; readonly summary?: unknown };
    const [first = ''] = String(summary).split('\n');
    // npm gives this one no code of its own.
    const reason = first.startsWith('network timeout') ? REASONS['ETIMEDOUT'] : REASONS[String(code)];
    return reason ?? `npm says "${first.trim()}"`;
  } catch {
    return 'npm failed';
  }
}

const BLOCK = 512;
/** Bytes; what unpacks to more is no package of tools. */
const MAX_SIZE = 512 * 1024 * 1024;
const REGULAR = new Set(['0', '\0']);

/**
 * Reads the JSON files of a package's tarball, without writing any.
 *
 * @param name - How messages name the package.
 * @returns Path inside the package → text.
 */
function readTarball(tarball: Buffer, name: string): ReadonlyMap<string, string> {
  const archive = unzip(tarball, name);
  const files = new Map<string, string>();
  for (let at = 0; at + BLOCK <= archive.length;) {
    const field = (from: number, length: number): string =>
      archive.toString('utf8', at + from, at + from + length).replace(/\0.*$/s, '');
    const size = parseInt(field(124, 12).trim() || '0', 8);
    if (!(size >= 0)) break;
    const path = [field(345, 155), field(0, 100)].filter(Boolean).join('/');
    // The first folder stands for the package.
    const inside = path.slice(path.indexOf('/') + 1);
    const start = at + BLOCK;
    const type = archive.toString('latin1', at + 156, at + 157);
    if (REGULAR.has(type) && inside.endsWith('.json'))
      files.set(inside, archive.toString('utf8', start, start + size));
    at = start + Math.ceil(size / BLOCK) * BLOCK;
  }
  return files;
}

function unzip(tarball: Buffer, name: string): Buffer {
  try {
    return gunzipSync(tarball, { maxOutputLength: MAX_SIZE });
  } catch {
    throw new ReleaseError(`${name} is damaged: its tarball cannot be unpacked.`);
  }
}
