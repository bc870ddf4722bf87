import { BTCPError, type ErrorCode, type Issue } from '@btcp/core';

/** The error for something with issues, which its message names. */
export function invalid(code: ErrorCode, what: string, issues: readonly Issue[]): BTCPError {
  return BTCPError.from(new BTCPError(code, { message: `Invalid ${what}`, issues }));
}
