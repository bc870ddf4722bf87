import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type BuildResult } from '@btcp/codegen';
import { beforeAll, describe, expect, it } from 'vitest';
import { copyStory, ROOT } from './copy-story.ts';

const STORIES = ['office', 'quickstart', 'shop', 'spreadsheet', 'units'];
const FILES = ['client.ts', 'manifest.json', 'registration.ts', 'validators.d.ts', 'validators.js'];

it('covers every story', async () => {
  const folders = await readdir(join(ROOT, 'examples'), { withFileTypes: true });
  const names = folders.flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();
  // A workspace, whose providers commit nothing that is generated; providers.test.ts builds it.
  expect(names.filter((name) => name !== 'providers')).toEqual(STORIES);
});

describe.each(STORIES)('what a build of %s writes', (story) => {
  const folder = join(ROOT, 'examples', story);
  let here: BuildResult;
  beforeAll(async () => {
    here = await build({ cwd: folder, mode: 'check' });
  });

  it('has no mistakes', () => {
    expect(here.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(here.files.map(({ path }) => path).sort()).toEqual(FILES);
  });

  it('is what was committed; if not, run `npm run examples` and commit', () => {
    expect(here.stale.map(({ path }) => path)).toEqual([]);
  });

  it('is the same in another folder, to the byte', async () => {
    const copy = await copyStory(story);
    const there = await build({ cwd: copy });
    expect(there.stale.map(({ path }) => path).sort()).toEqual(FILES);
    const written = (path: string): Promise<string> => readFile(join(copy, 'generated', path), 'utf8');
    const differing = [];
    for (const { path, text } of here.files) if ((await written(path)) !== text) differing.push(path);
    expect(differing).toEqual([]);
  });
});
