import { closeSync, mkdirSync, openSync, readFileSync, renameSync, statSync, writevSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32 } from 'node:zlib';

/** Returns the path of a project's cache file, which can be deleted at any time. */
export function cacheFileOf(config: string, what: 'build' | 'tools'): string {
  return join(dirname(config), 'node_modules/.cache/btcp', `${basename(config)}.${what}`);
}

/**
 * Replaces a cache file atomically.
 *
 * @param stamp - Identifies what the content was made of, where that is not part of it.
 */
export function writeCache(path: string, parts: readonly Uint8Array[], stamp = ''): void {
  mkdirSync(dirname(path), { recursive: true });
  // Only here: an unchanged build writes nothing.
  const { threadId } = process.getBuiltinModule('node:worker_threads');
  const temporary = `${path}.${process.pid}.${threadId}.tmp`;
  const file = openSync(temporary, 'w');
  try {
    writevSync(file, [checksumOf(stamp, parts), ...parts]);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
}

/** The content of a cache file. @throws Error if it is not what was written with that stamp. */
export function readCache(path: string, stamp = ''): Buffer {
  const file = readFileSync(path);
  const content = file.subarray(CHECKSUM_LENGTH);
  if (checksumOf(stamp, [content]).equals(file.subarray(0, CHECKSUM_LENGTH))) return content;
  throw new Error(`${path} is damaged, or of something else.`);
}

const CHECKSUM_LENGTH = 4;

// Guards against damage, which takes a tenth of the time of a cryptographic hash: V8's caches have megabytes.
function checksumOf(stamp: string, parts: readonly Uint8Array[]): Buffer {
  const checksum = Buffer.alloc(CHECKSUM_LENGTH);
  checksum.writeUInt32LE(parts.reduce((sum, part) => crc32(part, sum), crc32(stamp)));
  return checksum;
}

const HERE = fileURLToPath(import.meta.url);

// Two folders up in the source, the compiled output and the bundle.
const PACKAGE = new URL('../../package.json', import.meta.url);

/** The toolkit's version; its packages depend on each other's exact versions. */
export const VERSION: string = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { readonly version: string })
  .version;

/** Identifies the toolkit that writes the cache. From source, caches are not reused by another process. */
export const TOOLKIT: string =
  extname(HERE) === '.ts'
    ? `source ${process.pid} ${process.uptime()}`
    : [
        VERSION,
        process.version,
        ...[HERE, fileURLToPath(import.meta.resolve('@btcp/schema'))].map(stampOf),
      ].join(' ');

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}
