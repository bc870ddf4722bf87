import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Cache, keyOf } from './cache.ts';

async function configFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'btcp.config.ts');
}

/** Simulates a build that asks some questions; returns those that were not cached. */
async function ask(cache: Cache, questions: readonly string[], isSound = true): Promise<readonly string[]> {
  const found: string[] = [];
  for (const question of questions)
    await cache.get([question], () => (found.push(question), { text: question, nothing: undefined }));
  cache.settle(isSound);
  return found;
}

it('asks once, and reads the answer from the file in the next process', async () => {
  const config = await configFile();
  const cache = new Cache(config, 'tools');
  expect(await ask(cache, ['a', 'b'])).toEqual(['a', 'b']);
  expect(await ask(cache, ['a', 'b', 'c'])).toEqual(['c']);
  cache.save();
  const next = new Cache(config, 'tools');
  expect(next.find(['a'])?.value).toEqual({ text: 'a', nothing: undefined });
  expect(await ask(next, ['a', 'b', 'c'])).toEqual([]);
});

it('drops answers found while files changed', async () => {
  const cache = new Cache(await configFile(), 'tools');
  await ask(cache, ['a']);
  expect(await ask(cache, ['a', 'b'], false)).toEqual(['b']);
  expect(await ask(cache, ['a', 'b'])).toEqual(['b']);
});

it('drops answers that four builds have not used', async () => {
  const cache = new Cache(await configFile(), 'tools');
  await ask(cache, ['a', 'b']);
  for (let builds = 0; builds < 3; builds++) await ask(cache, ['b']);
  expect(await ask(cache, ['a', 'b'])).toEqual([]);
  for (let builds = 0; builds < 4; builds++) await ask(cache, ['b']);
  expect(await ask(cache, ['a', 'b'])).toEqual(['a']);
});

it('keeps what something else follows from that builds use', async () => {
  const cache = new Cache(await configFile(), 'tools');
  await ask(cache, ['a', 'b']);
  for (let builds = 0; builds < 9; builds++) {
    cache.touch([keyOf(['a'])]);
    await ask(cache, ['b']);
  }
  expect(await ask(cache, ['a', 'b'])).toEqual([]);
});

it('ignores a file that is corrupt, or of something else', async () => {
  const config = await configFile();
  const file = join(config, '../node_modules/.cache/btcp/btcp.config.ts.tools');
  const cache = new Cache(config, 'tools');
  await ask(cache, ['a']);
  cache.save();
  const saved = await readFile(file);
  const damaged = Buffer.from(saved);
  damaged[saved.length - 3] = 0;
  for (const content of ['', '{}', '\u00ff\u000f', saved.subarray(0, -1), damaged]) {
    await writeFile(file, content);
    expect(await ask(new Cache(config, 'tools'), ['a'])).toEqual(['a']);
  }
  await writeFile(file, saved);
  expect(await ask(new Cache(config, 'tools'), ['a'])).toEqual([]);
});
