import { chmod, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOffice, type Office } from '../src/local/open-office.ts';
import { fileEdit } from '../src/tools/file-edit.ts';

let office: Office;
beforeEach(async () => {
  office = await openOffice();
});
afterEach(() => office.close());

const content = (path: string): Promise<string> => readFile(join(office.folder, path), 'utf8');
const write = (path: string, data: string | Uint8Array): Promise<void> =>
  writeFile(join(office.folder, path), data);
const swap = (file_path: string, old_string: string, new_string: string) => ({
  file_path,
  old_string,
  new_string,
});

describe('what it edits', () => {
  it('replaces text that is there once', async () => {
    const edit = swap('reports/may.txt', 'Status: draft', 'Status: final');
    expect(await fileEdit(edit, office.services)).toEqual({ file_path: 'reports/may.txt', replacements: 1 });
    expect(await content('reports/may.txt')).toBe('Orders: 2\nStatus: final\n');
    expect(await readdir(join(office.folder, 'reports'))).toEqual(['april.txt', 'archive', 'may.txt']);
  });

  it('replaces every occurrence when asked to', async () => {
    const edit = { ...swap(join(office.folder, 'notes.txt'), 'Call', 'Write to'), replace_all: true };
    expect(await fileEdit(edit, office.services)).toEqual({ file_path: 'notes.txt', replacements: 2 });
    expect(await content('notes.txt')).toBe('Write to Aster Ltd.\nWrite to Bergamot & Co.\n');
  });

  it('takes both texts as they are', async () => {
    await write('a.txt', '\ufeffprice: (.*)\r\n');
    await fileEdit(swap('a.txt', '(.*)', "$& $1 $'"), office.services);
    expect(await content('a.txt')).toBe("\ufeffprice: $& $1 $'\r\n");
  });

  it('keeps the mode of the file', async () => {
    await chmod(join(office.folder, 'notes.txt'), 0o640);
    await fileEdit(swap('notes.txt', 'Aster', 'Alder'), office.services);
    expect((await stat(join(office.folder, 'notes.txt'))).mode & 0o777).toBe(0o640);
  });
});

describe('what it refuses, leaving the file as it was', () => {
  it.each([
    ['text that is not there', swap('notes.txt', 'call', 'x'), 'TEXT_NOT_FOUND'],
    ['text that is there twice', swap('notes.txt', 'Call', 'x'), 'TEXT_NOT_UNIQUE'],
    ['empty text', swap('notes.txt', '', 'x'), 'NOTHING_TO_REPLACE'],
    ['no change', swap('notes.txt', 'Call', 'Call'), 'NOTHING_TO_REPLACE'],
    ['a directory', swap('reports', 'a', 'b'), 'NOT_A_FILE'],
    ['a missing file', swap('june.txt', 'a', 'b'), 'FILE_NOT_FOUND'],
    ['a path outside', swap('../orders.db', 'a', 'b'), 'PATH_OUTSIDE_AREA'],
    ['an absolute path outside', swap('/etc/hosts', 'a', 'b'), 'PATH_OUTSIDE_AREA'],
  ])('%s', async (_, edit, code) => {
    await expect(fileEdit(edit, office.services)).rejects.toMatchObject({
      code,
      suggestion: expect.any(String),
    });
    expect(await content('notes.txt')).toBe('Call Aster Ltd.\nCall Bergamot & Co.\n');
  });

  it('a symbolic link that leads outside', async () => {
    await symlink(join(dirname(office.folder), 'orders.db'), join(office.folder, 'db.txt'));
    await expect(fileEdit(swap('db.txt', 'a', 'b'), office.services)).rejects.toMatchObject({
      code: 'PATH_OUTSIDE_AREA',
    });
  });

  it('bytes that are not text', async () => {
    await write('image.png', Uint8Array.of(0x89, 0x50, 0xff, 0xfe));
    await expect(fileEdit(swap('image.png', 'P', 'Q'), office.services)).rejects.toMatchObject({
      code: 'NOT_TEXT',
    });
  });

  it('a file that is, or would become, too large', async () => {
    await write('big.txt', 'a'.repeat(5_000_001));
    await write('grows.txt', 'a'.repeat(100_000));
    const large = { code: 'FILE_TOO_LARGE' };
    await expect(fileEdit(swap('big.txt', 'b', 'c'), office.services)).rejects.toMatchObject(large);
    const edit = { ...swap('grows.txt', 'a', 'b'.repeat(1_000)), replace_all: true };
    await expect(fileEdit(edit, office.services)).rejects.toMatchObject(large);
    expect((await content('grows.txt')).length).toBe(100_000);
  });

  it('to write after it was cancelled', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    const edit = swap('notes.txt', 'Aster', 'Alder');
    await expect(fileEdit(edit, { ...office.services, signal })).rejects.toThrow('enough');
    expect(await content('notes.txt')).toBe('Call Aster Ltd.\nCall Bergamot & Co.\n');
  });

  it('a host without files', async () => {
    await expect(fileEdit(swap('notes.txt', 'a', 'b'))).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });
});
