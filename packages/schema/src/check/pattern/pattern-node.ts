import type { CodeRange } from './character-sets.ts';

/** A part of a regular expression. Groups are what is in them; a lazy loop is as a greedy one, as both try the same ways. */
export type PatternNode =
  /** One character of a set, and how the pattern writes it. */
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[]; readonly text: string }
  | { readonly kind: 'start' | 'end' }
  /** `\b` or `\B`. */
  | { readonly kind: 'boundary'; readonly text: string }
  /** A look-ahead or look-behind, and how it begins. */
  | { readonly kind: 'look'; readonly opening: LookOpening; readonly inner: PatternNode }
  /** A back-reference to a group; without the group where that is not closed yet. */
  | { readonly kind: 'reference'; readonly to: PatternNode | undefined }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'loop'; readonly body: PatternNode; readonly least: number; readonly most: number };

/** How a look-around begins, behind its parenthesis. */
export type LookOpening = '?=' | '?!' | '?<=' | '?<!';
