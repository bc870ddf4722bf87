import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { AnswerCache } from './answer-cache.ts';

const NOTHING = { files: {}, folders: {}, above: {}, installed: {} };

async function configFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'answers-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'btcp.config.ts');
}

/** Simulates a build that asks some questions; returns those that were not cached. */
async function ask(
  cache: AnswerCache,
  questions: readonly string[],
  isSound = true,
  isComplete = true,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const question of questions)
    await cache.get([question], () => (found.push(question), { text: question, nothing: undefined }));
  cache.settle(isSound, isComplete);
  return found;
}

it('asks once, and reads the answer from the file in the next process', async () => {
  const config = await configFile();
  const cache = new AnswerCache(config);
  expect(await ask(cache, ['a', 'b'])).toEqual(['a', 'b']);
  expect(await ask(cache, ['a', 'b', 'c'])).toEqual(['c']);
  cache.save(NOTHING);
  const next = new AnswerCache(config);
  expect(next.find(['a'])?.value).toEqual({ text: 'a', nothing: undefined });
  expect(await ask(next, ['a', 'b', 'c'])).toEqual([]);
});

it('drops answers found while files changed', async () => {
  const cache = new AnswerCache(await configFile());
  await ask(cache, ['a']);
  expect(await ask(cache, ['a', 'b'], false)).toEqual(['b']);
  expect(await ask(cache, ['a', 'b'])).toEqual(['b']);
});

it('drops answers that four builds have not used', async () => {
  const cache = new AnswerCache(await configFile());
  await ask(cache, ['a', 'b']);
  for (let builds = 0; builds < 3; builds++) await ask(cache, ['b']);
  expect(await ask(cache, ['a', 'b'])).toEqual([]);
  for (let builds = 0; builds < 4; builds++) await ask(cache, ['b']);
  expect(await ask(cache, ['a', 'b'])).toEqual(['a']);
});

it('keeps what builds have not used that did not ask for all', async () => {
  const cache = new AnswerCache(await configFile());
  await ask(cache, ['a', 'b']);
  for (let builds = 0; builds < 9; builds++) await ask(cache, ['b'], true, false);
  expect(await ask(cache, ['a', 'b'])).toEqual([]);
});

it('discards a corrupt file, and one whose packages have changed', async () => {
  const config = await configFile();
  const file = join(config, '../node_modules/.cache/btcp/btcp.config.ts.tools');
  const packages = { [join(config, '../gone.js')]: ['1', '2'] as const };
  const cache = new AnswerCache(config);
  await ask(cache, ['a']);
  cache.save({ ...NOTHING, files: packages });
  expect(existsSync(file)).toBe(true);
  expect(await ask(new AnswerCache(config), ['a'])).toEqual(['a']);
  for (const content of ['', '{}', '\u00ff\u000f']) {
    await writeFile(file, content);
    expect(await ask(new AnswerCache(config), ['a'])).toEqual(['a']);
  }
});

it('discards answers that follow from a package that the last build did not read', async () => {
  const config = await configFile();
  const cache = new AnswerCache(config);
  await ask(cache, ['a']);
  cache.save({ ...NOTHING, files: { [join(config, '../row.d.ts')]: ['of another', 'earlier'] } });
  await ask(cache, ['b']);
  cache.save(NOTHING);
  expect(await ask(new AnswerCache(config), ['a', 'b'])).toEqual(['a', 'b']);
});
