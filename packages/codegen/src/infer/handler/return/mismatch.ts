import { type ast } from '../../../source/types/typescript.ts';
import type { Mismatch } from '@btcp/schema/check';

/** A value that does not match its schema, and its node. */
export interface FoundMismatch extends Mismatch {
  /** A JSON pointer into the definition where no code is to blame. */
  readonly node: ast.Node | string;
  /** Whether no value there matches; otherwise only some that the type allows do not. */
  readonly isCertain: boolean;
}

/** A part of the returned value. */
export interface ReturnPlace {
  readonly node: ast.Node;
  /** For example `rows[].id`. */
  readonly path: string;
  readonly depth: number;
}

/** A property of a part. */
export function propertyPlace(place: ReturnPlace, name: string, node: ast.Node = place.node): ReturnPlace {
  const path = place.path === '' ? name : `${place.path}.${name}`;
  return { node, path, depth: place.depth + 1 };
}

/** The items of a part. */
export function itemPlace(place: ReturnPlace, node: ast.Node = place.node): ReturnPlace {
  return { node, path: `${place.path}[]`, depth: place.depth + 1 };
}

/** The mismatches, marked as uncertain. */
export function uncertain(mismatches: readonly FoundMismatch[]): readonly FoundMismatch[] {
  return mismatches.map((mismatch) => ({ ...mismatch, isCertain: false }));
}
