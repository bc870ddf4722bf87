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
  it('accepts a package with dist, sources and a README', () => {
    const files = ['src/index.ts', 'README.md', 'src/testing/test-client.ts'];
    expect(files.flatMap((path) => messagesOf(path))).toEqual([]);
  });

  it('reports missing dist, and how to build it', () => {
    expect(findFileFaults([{ path: 'src/index.ts', text: '' }], ROOT)).toEqual([
      { message: 'dist holds no JavaScript.', help: 'Run `npm run build`, then check again.' },
      {
        message: 'dist holds no declarations.',
        help: 'Set "declaration" in tsconfig.json, and build again.',
      },
      { message: 'There is no LICENSE.', help: "Copy the repository's into the package's folder." },
    ]);
  });

  it.each(['dist/walk.test.js', 'src/walk.test.ts', 'src/walk.test-d.ts', 'src/fixtures/cells.ts'])(
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
    expect(messagesOf('dist/index.js.map', text)).toEqual([
      `dist/index.js.map names ${place}, a path of one machine.`,
    ]);
  });
});
