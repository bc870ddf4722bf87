import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { editSources } from './edit-sources.ts';

test('writes no file that is another one by now, or would have a syntax error', async () => {
  const root = await mkdtemp(join(tmpdir(), 'btcp-edit-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const texts = new Map([
    [join(root, 'same.ts'), 'const a = 1;\n'],
    [join(root, 'changed.ts'), 'const b = 1;\n'],
    [join(root, 'broken.ts'), 'const c = f(1;\n'],
  ]);
  await writeFile(join(root, 'same.ts'), '\uFEFFconst a = 1;\n');
  await writeFile(join(root, 'changed.ts'), 'const b = 1; // Mine.\n');
  await writeFile(join(root, 'broken.ts'), 'const c = f(1;\n');
  const edits = [...texts.keys()].map((file) => ({ file, start: 6, end: 7, text: 'z' }));
  const changed = await editSources(edits, (file) => texts.get(file));
  expect([...changed]).toEqual([join(root, 'same.ts')]);
  expect(await readFile(join(root, 'same.ts'), 'utf8')).toBe('\uFEFFconst z = 1;\n');
  expect(await readFile(join(root, 'changed.ts'), 'utf8')).toBe('const b = 1; // Mine.\n');
  expect(await readFile(join(root, 'broken.ts'), 'utf8')).toBe('const c = f(1;\n');
  expect(await readdir(root)).toEqual(['broken.ts', 'changed.ts', 'same.ts']);
});
