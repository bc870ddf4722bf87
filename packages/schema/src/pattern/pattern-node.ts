import type { CodeRange } from './character-sets.ts';

/** A node of a parsed pattern. Groups are their content; lazy loops are greedy, as both try the same paths. */
export type PatternNode =
  /** A set of characters. */
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[] }
  | { readonly kind: 'start' | 'end' }
  /** `\b` or `\B`. */
  | { readonly kind: 'boundary'; readonly text: string }
  /** A look-ahead or look-behind, and its opening. */
  | { readonly kind: 'look'; readonly opening: LookOpening; readonly inner: PatternNode }
  /** A back-reference; without the group where that is not closed yet. */
  | { readonly kind: 'reference'; readonly to: PatternNode | undefined }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'loop'; readonly body: PatternNode; readonly least: number; readonly most: number };

/** The opening of a look-around, after its parenthesis. */
export type LookOpening = '?=' | '?!' | '?<=' | '?<!';
