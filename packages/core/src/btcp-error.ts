import { ERROR_CODES, failureDetails } from '#failure-details';
import { copyJson } from './copy-json.ts';
import type { ErrorCode, BTCPErrorOptions } from './failures/error-codes.ts';
import { ownValue } from './copy-json.ts';
import type { Issue } from './validator.ts';

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
    const {
      message = code,
      suggestion,
      cause,
      data,
      issues,
    }: BTCPErrorOptions = typeof options === 'string' ? { message: options } : options;
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, { code, suggestion: suggestion ?? ownValue(ERROR_CODES, code), data, issues });
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

  /**
   * Converts anything thrown to an error that can be sent. Code that calls a tool does so once: a tool may throw
   * anything, even a lookalike of a `BTCPError`.
   *
   * @returns A new one. From a `BTCPError`, even of another copy of this module, it takes all fields that have the right
   * type and are JSON: at most 100 issues and then the number of the rest; `data` that is not JSON becomes
   * `{ omitted: why }`. The message names the issues, up to 2,000 characters; its own and
   * the suggestion's are at most 10,000, the code's 64. Anything else becomes an `EXECUTION_ERROR` with its message.
   */
  static from(thrown: unknown): BTCPError {
    try {
      const details = failureDetails();
      if (details) return details.sendable(thrown, BTCPError, copyJson);
      // What a page says before it has loaded the details, or if it cannot.
      const code = BTCPError.is(thrown) ? thrown.code.slice(0, 64) : 'EXECUTION_ERROR';
      const message = String((Object(thrown) as Partial<BTCPError>).message ?? thrown).slice(0, 10_000);
      return new BTCPError(code, { message, cause: thrown });
    } catch {
      // A proxy or getter can throw.
      return new BTCPError('EXECUTION_ERROR', { message: 'Unreadable error', cause: thrown });
    }
  }
}
