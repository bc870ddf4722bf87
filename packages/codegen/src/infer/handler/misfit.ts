import type { Misfit } from '@btcp/schema/check';
import type { ts } from '../../source/ts.ts';

/** A value that misses its schema, at its place in the code. */
export interface FoundMisfit extends Misfit {
  readonly node: ts.Node;
  /** Whether every value there does; otherwise only some that its type allows. */
  readonly isCertain: boolean;
}

/** A place in what is returned. */
export interface ReturnPlace {
  readonly node: ts.Node;
  /** For example `rows[].id`. */
  readonly path: string;
  readonly depth: number;
}

/** A property of a place. */
export function propertyPlace(place: ReturnPlace, name: string, node: ts.Node = place.node): ReturnPlace {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { node, path, depth: place.depth + 1 };
}

/** The items of a place. */
export function itemPlace(place: ReturnPlace, node: ts.Node = place.node): ReturnPlace {
  return { node, path: `${place.path}[]`, depth: place.depth + 1 };
}

/** The misfits, as those that may be. */
export function uncertain(misfits: readonly FoundMisfit[]): readonly FoundMisfit[] {
  return misfits.map((misfit) => ({ ...misfit, isCertain: false }));
}
