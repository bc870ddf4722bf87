import { applyEdits } from '../source/text-edits.ts';
import { hasSyntaxError } from './can-edit.ts';
import { type Replacement, replaceSources } from './replace-sources.ts';
import type { SourceEdit } from './source-edit.ts';

/**
 * Applies edits to source files. Skips a file that would have a syntax error afterwards, and one that has changed
 * since the edits were made.
 *
 * @param textOf - Returns the source that the edits of a file were made for, without a byte order mark.
 * @returns The files that were changed.
 */
export async function editSources(
  edits: readonly SourceEdit[],
  textOf: (file: string) => string | undefined,
): Promise<ReadonlySet<string>> {
  const texts = new Map<string, Replacement>();
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const before = textOf(file);
    if (before === undefined) continue;
    const own = edits.filter((edit) => edit.file === file);
    const after = applyEdits(before, own);
    if (after !== before && !hasSyntaxError(file, after)) texts.set(file, { before, after });
  }
  return replaceSources(texts);
}
