import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openOffice, type Office } from '../src/local/open-office.ts';
import { searchFiles } from '../src/tools/search-files.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

type Input = Parameters<typeof searchFiles>[0];
// As a client fills them in.
const DEFAULTS = { recursive: false, file_type: 'any' } as const;

const paths = async (input: Omit<Input, keyof typeof DEFAULTS> & Partial<Input>): Promise<string[]> =>
  (await searchFiles({ ...DEFAULTS, ...input }, office.services)).matches.map(({ path }) => path);

/** The path of what one test adds to the office. */
function lent(name: string): string {
  const path = join(office.folder, name);
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe('what it finds', () => {
  it('finds nothing below the directory unless asked to', async () => {
    expect(await searchFiles({ ...DEFAULTS, directory: '.', pattern: '*' }, office.services)).toEqual({
      matches: [
        { path: 'notes.txt', type: 'file' },
        { path: 'reports', type: 'directory' },
      ],
      truncated: false,
    });
  });

  it.each([
    ['*.txt', ['notes.txt', 'reports/april.txt', 'reports/may.txt']],
    ['reports/*.txt', ['reports/april.txt', 'reports/may.txt']],
    ['reports/**', ['reports/april.txt', 'reports/archive', 'reports/archive/2023.csv', 'reports/may.txt']],
    ['**/*.csv', ['reports/archive/2023.csv']],
    ['{april,2023}.*', ['reports/april.txt', 'reports/archive/2023.csv']],
    ['[!an]*.txt', ['reports/may.txt']],
    ['m?y.txt', ['reports/may.txt']],
    ['may.txt.', []],
    ['/^reports\\/M/i', ['reports/may.txt']],
    ['/\\.(csv|md)$/', ['reports/archive/2023.csv']],
  ])('%s', async (pattern, expected) => {
    expect(await paths({ directory: '.', pattern, recursive: true })).toEqual(expected);
  });

  it('filters by type', async () => {
    const search = { directory: '.', pattern: '*r*', recursive: true };
    expect(await paths({ ...search, file_type: 'directory' })).toEqual(['reports', 'reports/archive']);
    expect(await paths({ ...search, file_type: 'file' })).toEqual(['reports/april.txt']);
  });

  it('takes an absolute directory inside the area', async () => {
    expect(await paths({ directory: join(office.folder, 'reports'), pattern: 'm*' })).toEqual([
      'reports/may.txt',
    ]);
  });

  it('stops at a thousand paths and says so', async () => {
    const many = lent('many');
    await mkdir(many);
    await Promise.all(Array.from({ length: 1_001 }, (_, i) => writeFile(join(many, `${i}.log`), '')));
    const { matches, truncated } = await searchFiles(
      { ...DEFAULTS, directory: 'many', pattern: '*.log' },
      office.services,
    );
    expect([matches.length, truncated]).toEqual([1_000, true]);
  });
});

describe('what it refuses', () => {
  it.each([
    ['..', 'PATH_OUTSIDE_AREA'],
    ['reports/../../', 'PATH_OUTSIDE_AREA'],
    ['/etc', 'PATH_OUTSIDE_AREA'],
    // Not FILE_NOT_FOUND, which would tell what exists outside.
    ['../nothing', 'PATH_OUTSIDE_AREA'],
    ['nothing', 'FILE_NOT_FOUND'],
    ['notes.txt', 'NOT_A_DIRECTORY'],
    ['', 'INVALID_PATH'],
    ['a\0b', 'INVALID_PATH'],
  ])('directory %j', async (directory, code) => {
    await expect(
      searchFiles({ ...DEFAULTS, directory, pattern: '*' }, office.services),
    ).rejects.toMatchObject({
      code,
      suggestion: expect.any(String),
    });
  });

  it('a symbolic link that leads outside', async () => {
    await symlink(dirname(office.folder), lent('up'));
    await expect(
      searchFiles({ ...DEFAULTS, directory: 'up', pattern: '*' }, office.services),
    ).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_AREA',
    });
    // Nor is it followed on the way down.
    expect(await paths({ directory: '.', pattern: 'orders.db', recursive: true })).toEqual([]);
  });

  it.each(['', '/(/', 'x'.repeat(201), '[z-a]'])('pattern %j', async (pattern) => {
    await expect(
      searchFiles({ ...DEFAULTS, directory: '.', pattern }, office.services),
    ).rejects.toMatchObject({
      code: 'INVALID_PATTERN',
    });
  });

  it.each(['/^(a+)+$/', `${'*a'.repeat(60)}b`])('a pattern that would not end: %s', async (pattern) => {
    await writeFile(lent(`${'a'.repeat(200)}!`), '');
    await expect(
      searchFiles({ ...DEFAULTS, directory: '.', pattern }, office.services),
    ).rejects.toMatchObject({
      code: 'PATTERN_TOO_SLOW',
    });
  });

  it('to go on after it was cancelled', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(
      searchFiles({ ...DEFAULTS, directory: '.', pattern: '*' }, { ...office.services, signal }),
    ).rejects.toThrow('enough');
  });

  it('a host without files', async () => {
    await expect(searchFiles({ ...DEFAULTS, directory: '.', pattern: '*' })).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'This host gives its tools no "files".',
    });
  });
});
