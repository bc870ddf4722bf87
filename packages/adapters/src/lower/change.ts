import type { WarningCode } from '../warning.ts';

/**
 * What a change does to the values that the exported schema describes.
 *
 * - `none`: nothing; it is another notation, or an annotation.
 * - `widens`: more values fit.
 * - `closes`: properties that nothing describes fit no more, the one narrowing that is allowed.
 * - `encodes`: values travel in another form, which decoding a call takes back.
 * - `collapses`: one of several types is advertised; the description names the others, and they still fit.
 */
export type Effect = 'none' | 'widens' | 'closes' | 'encodes' | 'collapses';

/** One thing that a projection did to a schema. */
export interface Change {
  readonly code: WarningCode;
  /** A JSON pointer into the normalised schema. */
  readonly path: string;
  readonly keyword?: string;
  readonly detail: string;
  readonly effect: Effect;
  /** Whether it is left out of the warnings. `explain` still shows it. */
  readonly isSilent?: boolean;
}

/** Why a schema can't be projected at all, or not strictly. */
export interface Obstacle {
  readonly code: WarningCode;
  readonly path: string;
  readonly keyword?: string;
  readonly detail: string;
}
