import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Returns the path of a project's cache file, which can be deleted at any time. */
export function cacheFileOf(config: string, what: 'build' | 'config' | 'tools'): string {
  return join(dirname(config), 'node_modules/.cache/btcp', `${basename(config)}.${what}`);
}

/** Replaces a file atomically. */
export function replaceFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(4).toString('hex')}.tmp`;
  writeFileSync(temporary, content);
  renameSync(temporary, path);
}

const HERE = fileURLToPath(import.meta.url);

/** Identifies the toolkit that writes the cache. From source, caches are not reused by another process. */
export const TOOLKIT: string =
  extname(HERE) === '.ts'
    ? `source ${process.pid} ${process.uptime()}`
    : [process.version, ...[HERE, fileURLToPath(import.meta.resolve('@btcp/schema'))].map(stampOf)].join(' ');

function stampOf(path: string): string {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}
