/** How bad a diagnostic is: an error fails the build. */
export type Severity = 'error' | 'warning' | 'info';

/** A mistake of the author's, at its place. Collected and sorted, never thrown. */
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
  /** The values that the message was made of, for programs. */
  readonly data?: Readonly<Record<string, unknown>>;
}
