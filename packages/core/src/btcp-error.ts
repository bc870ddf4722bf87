import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { Issue } from './validator.ts';

/** What a `BTCPError` carries beside its code. */
export interface BTCPErrorOptions {
  /** What happened, for people and agents. */
  readonly message?: string;
  /** What the caller can do about it. */
  readonly suggestion?: string;
  /** The error behind this one; never sent to a caller. */
  readonly cause?: unknown;
  /** Facts for programs, as JSON. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** What is wrong with an input, output or manifest. */
  readonly issues?: readonly Issue[];
}

/**
 * A failed call: a code, a sentence, and what the caller can do about it.
 *
 * @example
 * throw new BTCPError('CELL_NOT_FOUND', { message: 'No cell Z99.', suggestion: 'Use listCells for valid addresses.' });
 */
export class BTCPError extends Error {
  override readonly name = 'BTCPError';
  /** UPPER_SNAKE_CASE. */
  declare readonly code: string;
  declare readonly suggestion: string | undefined;
  declare readonly data: Readonly<Record<string, unknown>> | undefined;
  declare readonly issues: readonly Issue[] | undefined;

  /**
   * @param code - UPPER_SNAKE_CASE, one of `ERROR_CODES` or the tool's own.
   * @param options - Message, suggestion, cause, data; a bare string is the message.
   */
  constructor(code: ErrorCode | (string & {}), options: BTCPErrorOptions | string = {}) {
    const { message, suggestion, cause, data, issues }: BTCPErrorOptions =
      typeof options === 'string' ? { message: options } : options;
    super(message ?? code, cause === undefined ? undefined : { cause });
    this.code = code;
    this.suggestion =
      suggestion ?? (Object.hasOwn(ERROR_CODES, code) ? ERROR_CODES[code as ErrorCode] : undefined);
    this.data = data;
    this.issues = issues;
  }

  /** The error as JSON for a caller: no stack, no cause. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { code, message, suggestion, issues, data } = this;
    return { code, message, suggestion, issues, data };
  }

  /** Whether a value is a `BTCPError`, also one of another copy of this module. */
  static is(value: unknown): value is BTCPError {
    return (
      value instanceof Error &&
      value.name === 'BTCPError' &&
      typeof (value as { code?: unknown }).code === 'string'
    );
  }
}
