/** One thing wrong with a value. */
export interface Issue {
  /** JSON pointer (RFC 6901) to the offending place; empty for the value itself. */
  readonly path: string;
  /** The JSON Schema keyword that the value breaks. */
  readonly keyword: string;
  /** A sentence that says what must hold and what was found. */
  readonly message: string;
  /** The keyword's parameters, for programs. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What validating a value gave. */
export type ValidationResult<T = unknown> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly issues: readonly Issue[] };

/**
 * Checks a value against one schema.
 *
 * @returns `value`: the value, or a copy with defaults applied where the schema has any (the argument is never
 * written to); or every issue found.
 */
export interface Validator<T = unknown> {
  (value: unknown): ValidationResult<T>;
  /** Fingerprint of the schema it was compiled from; see `@btcp/core/schema-fingerprint`. */
  readonly schema: string;
  /**
   * Leaves out of a value that does not fit what nothing declares: the properties that an object with
   * `additionalProperties: false` refuses. In a union that no tag decides, only those that every branch refuses which
   * would then fit. Never writes to its argument, and does not say that the rest fits.
   *
   * @param onDropped - Called once for each place where something is left out, for example `rows[].iban`.
   */
  readonly project?: (value: unknown, onDropped?: (place: string) => void) => unknown;
}

/** The validators of one tool. */
export interface ToolValidators {
  readonly input: Validator;
  readonly output?: Validator;
}
