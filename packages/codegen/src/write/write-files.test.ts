import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { findStaleFiles, KnownFiles, readWhole, replaceFiles } from './write-files.ts';

const NAMES = ['manifest.json', 'registration.ts', 'validators.js'];

it('a reader sees the files of one round, however many follow each other', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rounds-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = async (round: number): Promise<void> =>
    replaceFiles(
      folder,
      NAMES.map((path) => ({ path, text: `round ${round}` })),
    );
  await write(0);
  const done = new AbortController();
  const writing = (async () => {
    for (let round = 1; !done.signal.aborted; round++) {
      await write(round);
      await setTimeout(15);
    }
  })();
  let discarded = 0;
  const reads: ReadonlySet<string>[] = [];
  for (let at = 0; at < 20; at++)
    reads.push(
      await readWhole(
        folder,
        async () => {
          const texts = new Set<string>();
          for (const name of NAMES) {
            texts.add(await readFile(join(folder, name), 'utf8'));
            // Longer than it takes to replace them, every third time.
            await setTimeout(discarded % 3 === 0 ? 10 : 0);
          }
          return texts;
        },
        async () => void discarded++,
      ),
    );
  done.abort();
  await writing;
  expect(reads.map(({ size }) => size)).toEqual(Array(20).fill(1));
  expect(discarded).toBeGreaterThan(0);
});

it('knows what it has written, and what somebody else wrote since', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'known-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = NAMES.map((path) => ({ path, text: `new ${path}` }));
  const kept = new KnownFiles();
  const stale = (): readonly string[] => findStaleFiles(folder, files, {}, kept).map(({ path }) => path);
  expect(stale()).toEqual(NAMES);
  await replaceFiles(folder, files, kept);
  expect(NAMES.map((path) => kept.textAt(join(folder, path)))).toEqual(files.map(({ text }) => text));
  expect(stale()).toEqual([]);
  await writeFile(join(folder, 'manifest.json'), 'old manifest.json');
  await rm(join(folder, 'validators.js'));
  expect(stale()).toEqual(['manifest.json', 'validators.js']);
});

it('passes on why a build cannot be read', async () => {
  const read = readWhole(
    join(tmpdir(), 'no-such-folder'),
    async () => Promise.reject(new Error('no build')),
    async () => undefined,
  );
  await expect(read).rejects.toThrow('no build');
});
