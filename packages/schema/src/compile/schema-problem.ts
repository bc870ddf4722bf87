/** Why a schema cannot be compiled, or could never mean anything. */
export interface SchemaProblem {
  /** JSON pointer into the schema. */
  readonly path: string;
  /** The keyword at fault; empty when it is the schema as a whole. */
  readonly keyword: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}
