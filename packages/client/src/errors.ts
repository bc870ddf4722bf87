import { BTCPError, type ErrorCode, type Issue } from '@btcp/core';

/** An error with issues, which its message lists. */
export function invalid(code: ErrorCode, what: string, issues: readonly Issue[]): BTCPError {
  return BTCPError.from(new BTCPError(code, { message: `Invalid ${what}`, issues }));
}
