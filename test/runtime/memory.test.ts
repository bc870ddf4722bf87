import { execFile } from 'node:child_process';
import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it, onTestFinished } from 'vitest';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('../.tmp/', import.meta.url));

it('a client that lives for days keeps its size', { timeout: 300_000 }, async () => {
  const outfile = `${FOLDER}use-for-days-${process.pid}.mjs`;
  await mkdir(FOLDER, { recursive: true });
  onTestFinished(() => rm(outfile, { force: true }));
  await build({
    entryPoints: [fileURLToPath(new URL('use-for-days.ts', import.meta.url))],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    conditions: ['@btcp/source'],
  });
  const { stdout } = await run(process.execPath, ['--expose-gc', outfile]);
  // A hundred bytes a round, or one a call, would be a mebibyte. Node 22 itself grows by more than the others.
  expect(Number(stdout)).toBeLessThan(700_000);
});
