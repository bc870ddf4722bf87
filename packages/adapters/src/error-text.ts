import { BTCPError } from '@btcp/core';

/** Whatever was thrown as a `BTCPError`; what is none becomes an `EXECUTION_ERROR`. */
export function asBTCPError(thrown: unknown): BTCPError {
  if (BTCPError.is(thrown)) return thrown;
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return new BTCPError('EXECUTION_ERROR', { message, cause: thrown });
}

/** An error as an agent reads it: the code, what happened, and on a second line what to do. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`;
}
