import { randomBytes, createHash } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { resolve, join } from 'node:path';
import { linkOutOf } from '@btcp/codegen/internal';
import { fileError, InputError } from '../errors.ts';
import type { ManifestTool } from '@btcp/core';

/**
 * Refuses to write where a symbolic link leads out of the current folder.
 *
 * @param path - As the user gave it; a path outside the folder is meant as it stands.
 * @throws InputError
 */
export async function refuseLinkOut(path: string, cwd: string): Promise<void> {
  const link = await linkOutOf(cwd, resolve(cwd, path));
  if (link !== undefined)
    throw new InputError(
      `${path} leads out of the current folder: ${link} is a symbolic link.`,
      'Put a file or folder of its own in its place, or name the other place itself.',
    );
}

/** Writes a document as JSON, never half of it. */
export async function replaceJson(file: string, cwd: string, document: unknown): Promise<void> {
  await refuseLinkOut(file, cwd);
  await replaceFile(resolve(cwd, file), `${JSON.stringify(document, null, 2)}\n`).catch((error: unknown) => {
    throw fileError(`${file} cannot be written`, error);
  });
}

/** Writes a text beside its place, then moves it there. */
export async function replaceFile(path: string, text: string, mode = 0o666): Promise<void> {
  const beside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    await writeFile(beside, text, { flag: 'wx', mode });
    await rename(beside, path);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

/** Replaces a file of the user's, whole or not at all: it keeps its mode, and links to it. */
export async function editFile(path: string, text: string): Promise<void> {
  const place = await realpath(path).catch(() => path);
  const found = await stat(place).catch(() => undefined);
  // A device or a pipe takes the text, and stays.
  if (found && !found.isFile()) return writeFile(place, text);
  await replaceFile(place, text, found?.mode);
}

/** Refuses to replace a file of another kind; an empty one holds nothing. */
export async function refuseOther(file: string, cwd: string, own: RegExp, kind: string): Promise<void> {
  const path = resolve(cwd, file);
  // A device or a pipe holds nothing, and reading one may never end.
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile() === false && !found.isDirectory()) return;
  const current = await textAt(path).catch((error: unknown) => {
    throw fileError(`${file} cannot be read`, error);
  });
  if (current && !own.test(current))
    throw new InputError(
      `${file} is no ${kind}, and would be replaced.`,
      'Move it to another place, or choose another file.',
    );
}

export async function textAt(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') return '';
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  });
}

/** Where the documents of tools are, beside what has the manifest. */
export const UI_FOLDER = 'ui';

export const documentPath = (folder: string, name: string): string => join(folder, UI_FOLDER, `${name}.html`);

export const isDocumentOf = ({ ui }: ManifestTool, text: string): boolean =>
  createHash('sha256').update(text).digest('hex') === ui?.sha256;

/**
 * Reads the built document of a tool with `ui`.
 *
 * @throws InputError where it is not the one of the manifest.
 */
export async function readDocument(tool: ManifestTool, outDir: string): Promise<string> {
  const path = documentPath(outDir, tool.name);
  const text = await readFile(path, 'utf8').catch(() => '');
  if (isDocumentOf(tool, text)) return text;
  throw new InputError(`${path} is not the document of the manifest.`, 'Run `btcp build`.');
}
