import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessExit } from './on-process-exit.ts';

/** A folder of this process's own. */
export interface TempFolder {
  /** Absolute path. */
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** Makes an empty folder, which goes with this process if nobody removes it before. */
export async function makeTempFolder(): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), 'btcp-'));
  const forget = onProcessExit(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    remove: async () => {
      forget();
      await rm(path, { recursive: true, force: true });
    },
  };
}
