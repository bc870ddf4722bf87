/** The severity of a diagnostic: an error fails the build. */
export type Severity = 'error' | 'warning' | 'info';

/** A change of a source file: replaces the text from `start` up to `end`, offsets in UTF-16 units. */
export interface SourceChange {
  /** Relative to the project's root, with forward slashes. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** An author's mistake, with its place. Collected and sorted, never thrown. */
export interface Diagnostic {
  /** Permanent kebab-case id of the rule. */
  readonly id: string;
  readonly severity: Severity;
  /** The tool's name, where there is one. */
  readonly tool?: string;
  /** Relative to the project's root, with forward slashes. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** Length of the offending text on its line, for the code frame. */
  readonly length?: number;
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  /** The values in the message, for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The changes that correct exactly this mistake, if it can be corrected. */
  readonly fix?: readonly SourceChange[];
}

/** A mistake in a document such as a tool or a manifest, before its place in a file is known. */
export interface UnplacedDiagnostic extends Omit<Diagnostic, 'file' | 'line' | 'column' | 'length' | 'fix'> {
  /** JSON pointer (RFC 6901) into what was checked; empty for the whole. */
  readonly path: string;
}
