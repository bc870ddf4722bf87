import { conjunctsOf } from './children.ts';
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
  const nodes = [...conjunctsOf(schema, program.definitions)];
  const names = nodes.flatMap(({ propertyNames = true }) => [
    ...conjunctsOf(propertyNames, program.definitions),
  ]);
  return { text: shortest(nodes), name: shortest(names) };
}

const shortest = (nodes: readonly LinkedNode[]): number =>
  Math.min(...nodes.map(({ maxLength = Infinity }) => maxLength));
