/** The kinds of loss and change that an export or an import reports. */
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
  | 'media-as-base64'
  | 'media-to-note'
  | 'media-to-reference'
  | 'name-rewritten'
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

/**
 * What a change does to the values that the exported schema describes.
 *
 * - `none`: nothing; it is another notation, or an annotation.
 * - `widens`: more values fit.
 * - `closes`: undeclared properties are refused, the one narrowing that is allowed.
 * - `encodes`: values travel in another form, which decoding a call takes back.
 * - `collapses`: one of several types is advertised; the description names the others, which are still accepted.
 */
export type Effect = 'none' | 'widens' | 'closes' | 'encodes' | 'collapses';

/** A loss or change: what an export or an import wrote differently, or left out. */
export interface ExportChange {
  readonly code: WarningCode;
  /** A JSON pointer into the normalised schema. */
  readonly path: string;
  /** The schema keyword, if any. */
  readonly keyword?: string;
  /** What happened and what still holds, in one sentence. */
  readonly detail: string;
  readonly effect: Effect;
  /** Whether it is left out of the warnings. `explain` still shows it. */
  readonly isSilent?: boolean;
}

/**
 * A change as it is reported. Its `path` is a JSON pointer into the tool's input schema; of another field, into the tool:
 * "/outputSchema".
 */
export interface Warning extends Omit<ExportChange, 'effect' | 'isSilent'> {
  /** The tool's name, as its author wrote it. Absent for what concerns a whole request. */
  readonly tool?: string;
}

/** A tool that was left out. */
export interface RefusedTool {
  /** Its name, or its index in the array where it has none: "#3". */
  readonly tool: string;
  /** Why, in one sentence, and where. */
  readonly reason: string;
  /** A JSON pointer into the input schema; of another field, into the tool. */
  readonly path: string;
  readonly keyword?: string;
}
