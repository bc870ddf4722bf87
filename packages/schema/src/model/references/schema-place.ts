import type { MutableObject } from '../own-property.ts';
import { getMember } from '../pointer.ts';

/** A member of an object or array: it identifies a subschema, since `true` and `false` have no identity. */
export interface Place {
  readonly holder: MutableObject | unknown[];
  readonly key: string;
}

/** The schema or data at a place. */
export function memberOf({ holder, key }: Place): unknown {
  return getMember(holder, key);
}

/** A place for a schema outside of any other. */
export const placeOf = (node: MutableObject): Place => ({ holder: [node], key: '0' });

/** A schema that belongs into the root's `$defs`. */
export interface Definition extends Place {
  readonly name: string;
}

/** A `$ref` (or `$dynamicRef`, `$recursiveRef`) and the schema it names. */
export interface Reference {
  readonly node: MutableObject;
  readonly keyword: string;
  /** As written. */
  readonly ref: string;
  /** JSON pointer to the keyword in the input. */
  readonly path: string;
  readonly target: Place;
}
