import { gunzipSync } from 'node:zlib';
import { ReleaseError } from '../errors.ts';

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
export function readTarball(tarball: Buffer, name: string): ReadonlyMap<string, string> {
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
