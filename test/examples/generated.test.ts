import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildResult } from '@btcp/codegen';
import { beforeAll, describe, expect, it } from 'vitest';
import { full } from '../support/runs.ts';
import { copyStory, ROOT } from './copy-story.ts';

/** The configs of each story, and the folders that their builds write. */
const STORIES: readonly (readonly [story: string, configFile: string, output: string])[] = [
  ['charts', 'btcp.config.ts', 'generated'],
  ['mailbox', 'inbox.btcp.config.ts', 'generated/inbox'],
  ['mailbox', 'message.btcp.config.ts', 'generated/message'],
  ['office', 'btcp.config.ts', 'generated'],
  ['quickstart', 'btcp.config.ts', 'generated'],
  ['shop', 'btcp.config.ts', 'generated'],
  ['spreadsheet', 'btcp.config.ts', 'generated'],
  ['tasks', 'btcp.config.ts', 'generated'],
  ['units', 'btcp.config.ts', 'generated'],
];
const FILES = ['client.ts', 'manifest.json', 'registration.ts', 'validators.d.ts', 'validators.js'];

it('covers every story', async () => {
  const folders = await readdir(join(ROOT, 'examples'), { withFileTypes: true });
  const names = folders.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  // A workspace, whose providers commit nothing that is generated; providers.test.ts builds it. Of `sales` only the types
  // are committed, as its document has all the code of packages; test/browser/apps.test.ts builds it.
  expect(names.filter((name) => !['providers', 'sales'].includes(name))).toEqual([
    ...new Set(STORIES.map(([story]) => story)),
  ]);
});

describe.each(STORIES)('what a build of %s, %s, writes', (story, configFile, output) => {
  const folder = join(ROOT, 'examples', story);
  let here: BuildResult;
  beforeAll(async () => {
    here = await build({ cwd: folder, configFile, mode: 'check' });
  });

  it('has no mistakes', () => {
    expect(here.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(here.files.map(({ path }) => path).sort()).toEqual(FILES);
  });

  it('is what was committed; if not, run `npm run examples` and commit', () => {
    expect(here.stale.map(({ path }) => path)).toEqual([]);
  });

  full('is the same in another folder, to the byte', async () => {
    const copy = await copyStory(story);
    const there = await build({ cwd: copy, configFile });
    expect(there.stale.map(({ path }) => path).sort()).toEqual([...FILES, 'sources.json'].sort());
    const written = (path: string): Promise<string> => readFile(join(copy, output, path), 'utf8');
    const differing = [];
    for (const { path, text } of here.files) if ((await written(path)) !== text) differing.push(path);
    expect(differing).toEqual([]);
  });
});
