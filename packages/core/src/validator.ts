/** An issue of a value. */
export interface Issue {
  /** JSON pointer (RFC 6901) to the offending place; empty for the value itself. */
  readonly path: string;
  /** The JSON Schema keyword that the value violates. */
  readonly keyword: string;
  /** A sentence with the requirement and the actual value. */
  readonly message: string;
  /** The keyword's parameters, for programs. */
  readonly params?: Readonly<Record<string, unknown>>;
}

/** What is wrong with a value. */
export interface ValidationFailure {
  readonly ok: false;
  readonly issues: readonly Issue[];
  /**
   * In a page that has not loaded yet what words issues: until it has, or cannot. Before that, `issues` is one issue of
   * the keyword `unloaded`.
   */
  readonly loading?: Promise<void> | undefined;
}

/** The result of validating a value. */
export type ValidationResult<T = unknown> = { readonly ok: true; readonly value: T } | ValidationFailure;

/**
 * Checks a value against one schema.
 *
 * @returns The value, or a copy with defaults applied if the schema has any (the argument is never written to); or
 * every issue found.
 */
export interface Validator<T = unknown> {
  (value: unknown): ValidationResult<T>;
  /** Fingerprint of the schema it was compiled from; see `@btcp/core/schema-fingerprint`. */
  readonly schema: string;
  /**
   * Leaves undeclared properties out of a value that does not fit: those that an object with `additionalProperties:
   * false` refuses. In an untagged union, only those that are refused by every branch which would then fit. Never
   * writes to its argument; the result need not fit.
   *
   * @param onDropped - Called once for each place where a property is left out, for example `rows[].iban`.
   */
  readonly project?: (value: unknown, onDropped?: (place: string) => void) => unknown;
  /** The length that all media of a value may have together; absent where the schema has none. */
  readonly media?: number;
}

/** The validators of one tool. */
export interface ToolValidators {
  readonly input: Validator;
  readonly output?: Validator;
}

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** A JSON Schema: an object of keywords, or `true` (anything) or `false` (nothing). */
export type JsonSchema = boolean | JsonSchemaObject;

/** A JSON Schema in its object form, any dialect. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}
