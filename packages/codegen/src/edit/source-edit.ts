import type { TextEdit } from '../source/text-edits.ts';

/** Replaces the characters of a source file from `start` up to `end`. */
export interface SourceEdit extends TextEdit {
  /** Absolute path. */
  readonly file: string;
}
