import type { LinkedNode, LinkedProgram, LinkedSchema } from './linked-schema.ts';

/** Maximum lengths in code points. */
export interface LengthLimits {
  /** Of a value that is a string. */
  readonly text: number;
  /** Of each property name of a value that is an object. */
  readonly name: number;
}

/** The limits where nothing is limited. */
export const ANY_LENGTH: LengthLimits = { text: Infinity, name: Infinity };

/** The lengths that a schema allows, by itself, its `allOf` and its references, unconditionally. */
export function lengthLimits(program: LinkedProgram, schema: LinkedSchema): LengthLimits {
  const textOf = (each: LinkedSchema): number => least(program, each, ({ maxLength }) => maxLength);
  return {
    text: textOf(schema),
    name: least(program, schema, ({ propertyNames = true }) => textOf(propertyNames)),
  };
}

function least(
  program: LinkedProgram,
  schema: LinkedSchema,
  limitOf: (node: LinkedNode) => number | undefined,
): number {
  const all = new Set([schema]);
  let limit = Infinity;
  // Visits what is added while iterating; a recursive schema is in the set already.
  for (const each of all) {
    if (typeof each === 'boolean') continue;
    limit = Math.min(limit, limitOf(each) ?? Infinity);
    for (const part of each.allOf ?? []) all.add(part);
    if (each.ref !== undefined) all.add(program.definitions[each.ref] ?? true);
  }
  return limit;
}
