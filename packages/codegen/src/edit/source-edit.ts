import { applyEdits, type TextEdit } from '../evaluate/text-edits.ts';

/** A change of a source file: replaces the text from `start` up to `end`. */
export interface SourceEdit extends TextEdit {
  /** Absolute path. */
  readonly file: string;
}

/** Source files with their changed text. */
export function editedTexts(
  edits: readonly SourceEdit[],
  textOf: (file: string) => string | undefined,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const file of new Set(edits.map((edit) => edit.file))) {
    const text = textOf(file);
    if (text !== undefined)
      texts.set(
        file,
        applyEdits(
          text,
          edits.filter((edit) => edit.file === file),
        ),
      );
  }
  return texts;
}
