import { join } from 'node:path';
import { expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { writeProject } from '../support/write-project.ts';
import { headingProject } from './heading-project.ts';
import { filesOf } from './published-project.ts';

/** Builds and publishes tools of a level; returns the files of both that isolation needs, and the script for pages. */
async function publish(
  sandbox: string,
): Promise<{ readonly files: readonly string[]; readonly script: string }> {
  const cwd = await writeProject(headingProject(sandbox));
  expect(await btcp(cwd, 'build')).toMatchObject({ code: 0, err: '' });
  expect(await btcp(cwd, 'publish', '--out', 'public')).toMatchObject({ code: 0 });
  const [built, published] = await Promise.all(
    ['generated', 'public'].map((path) => filesOf(join(cwd, path))),
  );
  const needed = (of: object | undefined): readonly string[] =>
    Object.keys(of ?? {}).filter((path) => /isolated|quickjs/.test(path));
  return {
    files: [...needed(built).map((path) => `generated/${path}`), ...needed(published)].sort(),
    script: published?.['webmcp.js'] ?? '',
  };
}

/** A part of what says that tools cannot run isolated. */
const ISOLATION = 'cannot run isolated';

// Without a level, publish-out.test.ts shows that neither is written.
it('writes what each level needs, and no more', async () => {
  const iframe = await publish('iframe');
  expect(iframe.files).toEqual([
    'btcp-isolated.html',
    'generated/btcp-isolated.html',
    'generated/isolated.js',
    'isolated.js',
  ]);
  expect(iframe.script).toContain(ISOLATION);
  const wasm = await publish('wasm');
  expect(wasm.files).toEqual(['generated/isolated.js', 'isolated.js', 'quickjs-engine.mjs']);
});
