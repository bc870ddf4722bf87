import { randomBytes } from 'node:crypto';
import { readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { applyEdits, type TextEdit } from '../source/text-edits.ts';
import { ProjectError, reasonOf } from '../system/project-error.ts';
import { hasSyntaxError } from './can-edit.ts';

/** Replaces the characters of a source file from `start` up to `end`. */
export interface SourceEdit extends TextEdit {
  /** Absolute path. */
  readonly file: string;
}

/**
 * Applies edits to source files. Skips a file that would have a syntax error afterwards, and one that has changed
 * since the edits were made.
 *
 * @param textOf - Returns the source that the edits of a file were made for, without a byte order mark.
 * @returns The files that were changed.
 * @throws ProjectError if one cannot be written; its old content stays.
 */
export async function editSources(
  edits: readonly SourceEdit[],
  textOf: (file: string) => string | undefined,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const before = textOf(file);
    if (before === undefined) continue;
    const after = applyEdits(
      before,
      edits.filter((edit) => edit.file === file),
    );
    const isSafe = after !== before && !hasSyntaxError(file, after);
    if (isSafe && (await replaceText(file, before, after))) changed.add(file);
  }
  return changed;
}

const BOM = '\uFEFF';

/** Replaces a text by way of a temporary file, and keeps its mode, links to it and its byte order mark. */
async function replaceText(file: string, before: string, after: string): Promise<boolean> {
  try {
    const path = await realpath(file);
    const current = await readFile(path, 'utf8');
    const mark = current.startsWith(BOM) ? BOM : '';
    if (current !== mark + before) return false;
    const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
    try {
      await writeFile(draft, mark + after, { mode: (await stat(path)).mode });
      await rename(draft, path);
    } finally {
      await rm(draft, { force: true });
    }
    return true;
  } catch (error) {
    throw new ProjectError({
      id: 'source-not-writable',
      message: `${basename(file)} cannot be changed: ${reasonOf(error)}.`,
      help: 'Make the file and its folder writable.',
    });
  }
}
