import { BTCPError, type ErrorCode, type Issue } from '@btcp/core';

/** The error for something with issues; its message holds the first few of them. */
export function invalid(code: ErrorCode, what: string, issues: readonly Issue[]): BTCPError {
  const shown = issues.slice(0, 3).map(({ message }) => message);
  return new BTCPError(code, { message: `Invalid ${what}: ${shown.join('; ')}`, issues });
}

/** What was thrown, if it is a `BTCPError`, else an `EXECUTION_ERROR` with its message and with it as the cause. */
export function toCallError(thrown: unknown): BTCPError {
  let message = 'Unreadable error';
  try {
    if (BTCPError.is(thrown)) return thrown;
    // The message of an error, or what else was thrown as text.
    message = String((thrown as { message?: unknown } | null)?.message || thrown);
  } catch {
    // A proxy or getter can throw when it is looked at.
  }
  return new BTCPError('EXECUTION_ERROR', { message, cause: thrown });
}
