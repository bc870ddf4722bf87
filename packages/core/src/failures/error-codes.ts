import type { Issue } from '../validator.ts';

/**
 * The codes of failed calls that the toolkit itself has. A tool adds its own, in UPPER_SNAKE_CASE. The value is the
 * default suggestion. A page loads all of them when it is idle, so what few pages meet brings its own.
 */
export const ERROR_CODES = {
  TOOL_NOT_FOUND: 'Use listTools to see which tools there are.',
  CAPABILITY_DENIED: 'Ask the host to grant them (`requestCapabilities`), then call again.',
  INVALID_INPUT: 'Correct the input, then call again.',
  INVALID_OUTPUT: "Report it to the tool's provider.",
  EXECUTION_ERROR: 'Read the message before calling again.',
  EXECUTION_TIMEOUT: 'Ask for less in one call, or for more time.',
  CALL_CANCELLED: 'Call again if it is still wanted.',
  INVALID_ARGUMENT: 'Correct the argument, then call again.',
  DOM_UNAVAILABLE: 'Call it in a page, or pass `context: { dom }`.',
  INVALID_MANIFEST: undefined,
  MANIFEST_CONFLICT: 'Unregister or rename one.',
  MISSING_IMPLEMENTATION: 'Pass a function, or an object with `execute`.',
  VALIDATORS_MISMATCH: undefined,
  MISSING_VALIDATORS: undefined,
  INVALID_SIGNATURE: undefined,
  ISOLATION_UNAVAILABLE: undefined,
  CONSENT_REQUIRED: 'Ask the user, then call again.',
  CAPABILITY_REVOKED: 'Do without it.',
  CONFIRMATION_REQUIRED: undefined,
  CONFIRMATION_DECLINED: undefined,
  TOO_MANY_CALLS: 'Call again when others have ended.',
} as const;

/** A code of the toolkit's own. */
export type ErrorCode = keyof typeof ERROR_CODES;

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
