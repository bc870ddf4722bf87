import { type ast } from '../../../source/types/typescript.ts';
import type { Mismatch } from '@btcp/schema/check';

/** A value that misses its schema, at its place in the code. */
export interface FoundMismatch extends Mismatch {
  /** A JSON pointer into the definition where no code is to blame. */
  readonly node: ast.Node | string;
  /** Whether every value there does; otherwise only some that its type allows. */
  readonly isCertain: boolean;
}

/** A place in what is returned. */
export interface ReturnPlace {
  readonly node: ast.Node;
  /** For example `rows[].id`. */
  readonly path: string;
  readonly depth: number;
}

/** A property of a place. */
export function propertyPlace(place: ReturnPlace, name: string, node: ast.Node = place.node): ReturnPlace {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { node, path, depth: place.depth + 1 };
}

/** The items of a place. */
export function itemPlace(place: ReturnPlace, node: ast.Node = place.node): ReturnPlace {
  return { node, path: `${place.path}[]`, depth: place.depth + 1 };
}

/** The mismatches, as those that may be. */
export function uncertain(mismatches: readonly FoundMismatch[]): readonly FoundMismatch[] {
  return mismatches.map((mismatch) => ({ ...mismatch, isCertain: false }));
}
