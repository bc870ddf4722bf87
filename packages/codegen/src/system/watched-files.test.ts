import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { WatchedFiles } from './watched-files.ts';

it('tells of a change that follows at once on one that it has told of', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'btcp-watched-'));
  const path = join(folder, 'a.ts');
  await writeFile(path, '0');
  const files = await WatchedFiles.in(folder, undefined);
  try {
    for (const text of ['1', '2', '3']) {
      await writeFile(path, text);
      // As soon as it has read that, a quick build waits for the next change.
      expect(await files.next(() => true)).toEqual([{ path, isOfText: true }]);
    }
  } finally {
    await files.close();
    await rm(folder, { recursive: true });
  }
});

it('tells of a folder in whose place another was put at once, and goes on with that', async () => {
  const root = await mkdtemp(join(tmpdir(), 'btcp-watched-'));
  const folder = join(root, 'tools');
  const path = join(folder, 'a.ts');
  // In one go, as `git checkout` does.
  const put = (text: string): void => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    writeFileSync(path, text);
  };
  put('0');
  const files = await WatchedFiles.in(root, undefined);
  try {
    for (const text of ['1', '2']) {
      put(text);
      await files.next((change) => change.path === root);
      await writeFile(path, `${text}0`);
      expect(await files.next((change) => change.path === path)).toEqual([{ path, isOfText: true }]);
    }
  } finally {
    await files.close();
    await rm(root, { recursive: true });
  }
});
