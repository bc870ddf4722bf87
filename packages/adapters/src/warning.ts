/** The kinds of loss and change that a projection reports. */
export type WarningCode =
  | 'annotation-dropped'
  | 'any-expanded'
  | 'capabilities-missing'
  | 'description-invalid'
  | 'description-truncated'
  | 'field-dropped'
  | 'keyword-dropped'
  | 'keyword-rewritten'
  | 'keyword-to-description'
  | 'keyword-unenforced'
  | 'lossy-in-adapters'
  | 'name-rewritten'
  | 'object-rejected'
  | 'optional-to-nullable'
  | 'output-schema-dropped'
  | 'output-unwrapped'
  | 'output-wrapped'
  | 'property-name-rejected'
  | 'schema-dropped'
  | 'size-exceeded'
  | 'strict-fallback'
  | 'strict-shape'
  | 'union-collapsed'
  | 'union-widened';

/** Something that a projection dropped or changed. */
export interface Warning {
  /** The tool's name, as its author wrote it. Absent for what concerns a whole request. */
  readonly tool?: string;
  readonly code: WarningCode;
  /** A JSON pointer into the tool's input schema; of another field, into the tool: "/outputSchema". */
  readonly path: string;
  /** The schema keyword, where it is one. */
  readonly keyword?: string;
  /** What happened and what still holds, in one sentence. */
  readonly detail: string;
}
