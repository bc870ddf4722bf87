import { applyEdits } from '../../evaluate/text-edits.ts';
import { hasSyntaxError } from './can-edit.ts';
import { type Replacement, replaceSources } from './replace-sources.ts';
import type { SourceEdit } from './source-edit.ts';

/**
 * Makes edits in source files: a file that would have a syntax error afterwards is left alone, and so is one that is
 * no longer what the edits were made for.
 *
 * @param textOf - The text that the edits of a file were made for, without a byte order mark.
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
