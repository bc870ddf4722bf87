import { rmSync } from 'node:fs';
import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRunning } from './process.ts';

export interface TempFolder {
  /** Absolute path. */
  readonly path: string;
  readonly remove: () => Promise<void>;
}

// Another machine or container may share the temporary folder, where process ids have no meaning here.
const PREFIX = `btcp-${hostname().replace(/[^\w.]/g, '_')}-`;
const OWNER = /^(\d+)-/;

/** Makes an empty folder that is removed with this process at the latest; also removes those of killed processes. */
export async function makeTempFolder(): Promise<TempFolder> {
  prepared ??= prepare();
  await prepared;
  // As errors name it: on macOS, the temporary folder lies behind a link.
  const parent = await realpath(tmpdir());
  const path = await mkdtemp(join(parent, `${PREFIX}${process.pid}-`));
  folders.add(path);
  return {
    path,
    remove: async () => {
      folders.delete(path);
      await rm(path, { recursive: true, force: true });
    },
  };
}

const folders = new Set<string>();
let prepared: Promise<void> | undefined;

function prepare(): Promise<void> {
  process.on('exit', () => {
    for (const path of folders) rmSync(path, { recursive: true, force: true });
  });
  return sweep(tmpdir());
}

async function sweep(parent: string): Promise<void> {
  const names = await readdir(parent).catch(() => []);
  const left = names.filter((name) => name.startsWith(PREFIX) && isLeft(name.slice(PREFIX.length)));
  // Folders of other users cannot be removed.
  await Promise.allSettled(left.map((name) => rm(join(parent, name), { recursive: true, force: true })));
}

function isLeft(rest: string): boolean {
  const owner = OWNER.exec(rest)?.[1];
  return owner !== undefined && !isRunning(Number(owner));
}
