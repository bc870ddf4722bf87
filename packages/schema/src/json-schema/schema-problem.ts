/** One thing wrong with a schema or a manifest, at its place. */
export interface SchemaProblem {
  /** JSON pointer (RFC 6901) into the input to the value at fault; empty for the input itself. */
  readonly path: string;
  /** The keyword at fault; empty where none is. */
  readonly keyword: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}
