import { describe, expect, it } from 'vitest';
import { findFileFaults } from '../../scripts/check-packages.ts';

const ROOT = '/srv/checkout';
const ENTRY = [
  { path: 'dist/index.js', text: "export const pointer = '/users/0';\n" },
  { path: 'dist/index.d.ts', text: 'export declare const pointer: string;\n' },
  { path: 'LICENSE', text: 'MIT License\n' },
];

const messagesOf = (path: string, text = ''): string[] =>
  findFileFaults([...ENTRY, { path, text }], ROOT).map(({ message }) => message);

describe('findFileFaults', () => {
  it('accepts a package with dist and a README', () => {
    const files = ['README.md', 'dist/testing/test-client.js'];
    expect(files.flatMap((path) => messagesOf(path))).toEqual([]);
  });

  it('reports sources, and a missing licence', () => {
    expect(findFileFaults([{ path: 'src/index.ts', text: '' }], ROOT)).toEqual([
      { message: 'src/index.ts is no part of what runs.', help: 'Exclude it in "files" of package.json.' },
      { message: 'There is no LICENSE.', help: "Copy the repository's into the package's folder." },
    ]);
    expect(messagesOf('dist/index.js.map')).toEqual(['dist/index.js.map is no part of what runs.']);
  });

  it.each(['dist/walk.test.js', 'dist/walk.test-d.ts', 'dist/fixtures/cells.js'])(
    'finds the test %s',
    (path) => {
      expect(messagesOf(path)).toEqual([`${path} is a test.`]);
    },
  );

  it("reports the compiler's cache", () => {
    expect(messagesOf('dist/.tsbuildinfo')).toEqual(["dist/.tsbuildinfo is the compiler's own cache."]);
  });

  it.each([
    ['{"sources":["/srv/checkout/packages/core/src/index.ts"]}', '/srv/checkout'],
    ['import "file:///home/ann/toolkit/index.js"', '/home/ann'],
    ['at /Users/ann/toolkit/index.js', '/Users/ann'],
    ['const path = "C:\\\\Users\\\\ann\\\\toolkit";', 'C:\\\\Users\\\\ann'],
  ])("finds a machine's path in %s", (text, place) => {
    expect(messagesOf('dist/cells.js', text)).toEqual([
      `dist/cells.js names ${place}, a path of one machine.`,
    ]);
  });
});
