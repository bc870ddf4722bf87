import type { TextEdit } from '../../evaluate/text-edits.ts';

/** A change of a source file: replaces the text from `start` up to `end`. */
export interface SourceEdit extends TextEdit {
  /** Absolute path. */
  readonly file: string;
}
