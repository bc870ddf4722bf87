import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isRunning } from '../../system/is-running.ts';
import { statOf } from '../../system/stat-of.ts';

/**
 * Writes a tsconfig for a moment, where it finds the same packages of types as one in a folder.
 *
 * @param folder - Absolute path.
 * @returns The absolute path of the file, of which each call makes its own.
 */
export function writeConfig(folder: string, text: string): string {
  const name = `tsconfig.${process.pid}-${++written}.json`;
  const packages = packagesAbove(folder);
  // What is installed may be read-only, or the whole project.
  const places = packages === undefined ? [] : [join(packages, '.cache/btcp'), join(folder, '.btcp')];
  for (const place of places) {
    try {
      return write(place, name, text);
    } catch {
      continue;
    }
  }
  return write(tmpdir(), name, text);
}

let written = 0;

function write(folder: string, name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  if (!swept.has(folder)) sweep(folder);
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The closest `node_modules` of a folder and those above. */
function packagesAbove(folder: string): string | undefined {
  const packages = join(folder, 'node_modules');
  if (statOf(packages)?.isDirectory()) return packages;
  return dirname(folder) === folder ? undefined : packagesAbove(dirname(folder));
}

const swept = new Set<string>();

/** Removes what killed processes left. */
function sweep(folder: string): void {
  swept.add(folder);
  for (const name of readdirSync(folder)) {
    const [, pid] = OWNER.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true });
  }
}

const OWNER = /^tsconfig\.(\d+)-\d+\.json$/;
