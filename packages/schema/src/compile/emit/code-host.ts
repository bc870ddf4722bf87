import type { LinkedProgram, LinkedSchema } from '../link/linked-schema.ts';

/** `check` decides and stops at the first failure; `collect` reports every failure. */
export type CheckMode = 'check' | 'collect';

/**
 * What a function collects: the property names or item indexes that a schema has evaluated, or the names that it
 * declares, which those that a closed object refuses are not.
 */
export type EvaluatedKind = 'properties' | 'items' | 'declared';

/** What an emitted function does with a schema; `fill` applies defaults. */
export type FunctionKind = CheckMode | EvaluatedKind | 'fill';

/** What emitted code can ask of its surroundings. */
export interface CodeHost {
  /** The name of a schema's function; emits it at first use. */
  function(kind: FunctionKind, program: LinkedProgram, schema: LinkedSchema): string;
  /** The condition that a value fits a schema. */
  fits(program: LinkedProgram, schema: LinkedSchema, value: string): string;
  /** The name of a constant with this expression as its value. */
  constant(expression: string): string;
  /** The local name of a function of the runtime. */
  import(name: string): string;
}
