import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestTool } from '@btcp/core';
import { InputError } from '../errors.ts';

/** Where the documents of tools are, beside what has the manifest. */
export const UI_FOLDER = 'ui';

/** The path of a tool's document. */
export const documentPath = (folder: string, name: string): string => join(folder, UI_FOLDER, `${name}.html`);

/** Whether a document is what a manifest lists. */
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
