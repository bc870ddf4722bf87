import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BTCP } from './programs.ts';
import { type MeasuredRun, runMeasured } from './run-measured.ts';

/** Runs a command of the command line on a project that was never built. */
export async function runCold(command: 'build' | 'check', folder: string): Promise<MeasuredRun> {
  for (const left of ['generated', 'node_modules/.cache/btcp'])
    await rm(join(folder, left), { recursive: true, force: true });
  return runMeasured([BTCP, command], folder);
}
