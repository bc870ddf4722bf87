import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeTempFolder } from '../system/temp-folder.ts';
import { listSearched } from './searched-folders.ts';

let root: string;
const write = (path: string): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), '');
};

beforeEach(async () => {
  const folder = await makeTempFolder();
  onTestFinished(() => folder.remove());
  root = folder.path;
  write('src/tools/a.ts');
});

const GLOBS = ['src/tools/**/*.ts', '!src/tools/**/*.test.ts'];

test.each(['src/tools/b.ts', 'src/tools/below/deep/c.tsx'])('notices a new file %s', (path) => {
  const before = listSearched(root, GLOBS);
  write(path);
  expect(listSearched(root, GLOBS)).not.toBe(before);
});

test.each([
  'src/other.ts',
  'src/tools/notes.md',
  'src/tools/node_modules/a/index.js',
  'src/tools/.hidden/a.ts',
])('passes over %s, which the globs do not match', (path) => {
  const before = listSearched(root, GLOBS);
  write(path);
  expect(listSearched(root, GLOBS)).toBe(before);
});

test('looks into hidden folders where a glob names one', () => {
  const globs = ['src/**/.hidden/*.ts'];
  const before = listSearched(root, globs);
  write('src/tools/.hidden/a.ts');
  expect(listSearched(root, globs)).not.toBe(before);
});

test('looks below all folders of a glob with braces', () => {
  const globs = ['src/{tools,more}/*.ts'];
  const before = listSearched(root, globs);
  write('src/more/a.ts');
  expect(listSearched(root, globs)).not.toBe(before);
});

test('does not know what is behind a link', () => {
  symlinkSync(join(root, 'src'), join(root, 'src/tools/link'));
  expect(listSearched(root, GLOBS)).toBeUndefined();
});
