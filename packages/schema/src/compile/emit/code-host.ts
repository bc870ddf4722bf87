import type { LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';

/** `check` decides and stops at the first failure; `collect` reports every failure. */
export type CheckMode = 'check' | 'collect';

/**
 * What a function gathers: the names of properties, or the indexes of items, that a schema has dealt with; or the names
 * that it declares, for what its closed objects only refuse is not declared.
 */
export type EvaluatedKind = 'properties' | 'items' | 'declared';

/** What a function that can be emitted for a schema does; `fill` fills in defaults. */
export type FunctionKind = CheckMode | EvaluatedKind | 'fill';

/** What the code being emitted can ask of its surroundings. */
export interface CodeHost {
  /** The name of the function that does something for a schema; emitted if it was not yet. */
  function(kind: FunctionKind, program: LinkedProgram, schema: LinkedSchema): string;
  /** The condition that a value fits a schema. */
  fits(program: LinkedProgram, schema: LinkedSchema, value: string): string;
  /** The name of a constant with this expression as its value. */
  constant(expression: string): string;
  /** The local name of a function of the runtime. */
  import(name: string): string;
}
