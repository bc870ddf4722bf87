import { copyJson } from './copy-json.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { issuesText, sendableIssues, shorten } from './sendable-issues.ts';
import type { Issue } from './validator.ts';

/** Maximum characters of the message, and of the suggestion, of an error that a tool throws. */
const MAX_TEXT = 10_000;
/** Maximum characters of its code. */
const MAX_CODE = 64;

/** The properties of a `BTCPError` besides its code. */
export interface BTCPErrorOptions {
  /** What happened, for people and agents. */
  readonly message?: string | undefined;
  /** What the caller can do about it. */
  readonly suggestion?: string | undefined;
  /** The error behind this one; never sent to a caller. */
  readonly cause?: unknown;
  /** Facts for programs, as JSON. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** The issues of an input, output or manifest. */
  readonly issues?: readonly Issue[] | undefined;
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
      return sendable(thrown);
    } catch {
      // A proxy or getter can throw.
      return new BTCPError('EXECUTION_ERROR', { message: 'Unreadable error', cause: thrown });
    }
  }
}

function sendable(thrown: unknown): BTCPError {
  // Reads every field once: a getter may return something else later.
  const { name, code, message, suggestion, data, issues, cause, stack } = Object(thrown) as Fields;
  // `String` says nothing of an object that is no error.
  const isError = thrown instanceof Error;
  const said: unknown = typeof thrown === 'object' && !isError ? JSON.stringify(thrown) : thrown;
  const text = shorten(String(message || said), MAX_TEXT);
  if (!isError || name !== 'BTCPError' || typeof code !== 'string')
    return new BTCPError('EXECUTION_ERROR', { message: text, cause: thrown });
  const list = sendableIssues(issues);
  const error = new BTCPError(shorten(code, MAX_CODE), {
    message:
      list?.[0] && !text.includes(list[0].message) ? `${text.replace(/\.$/, '')}: ${issuesText(list)}` : text,
    suggestion: typeof suggestion === 'string' ? shorten(suggestion, MAX_TEXT) : undefined,
    cause,
    data: sendableData(data),
    issues: list,
  });
  // The tool's own stack.
  if (typeof stack === 'string') error.stack = stack;
  return error;
}

type Fields = Readonly<Record<string, unknown>>;

function sendableData(data: unknown): Fields | undefined {
  if (data === undefined || data === null) return undefined;
  const copy = copyJson(data, true);
  const value = copy.ok ? copy.value : undefined;
  // A JSON object, not an array.
  if (typeof value === 'object' && value && !Array.isArray(value)) return value as Fields;
  return { omitted: copy.ok ? 'the value is not an object' : copy.issues[0]?.message };
}
