import { BTCPError } from '@btcp/core';

/** Whatever was thrown as a `BTCPError` whose texts are texts; what is none becomes an `EXECUTION_ERROR`. */
export function asBTCPError(thrown: unknown): BTCPError {
  let message = 'Unreadable error';
  try {
    if (BTCPError.is(thrown) && isReadable(thrown)) return thrown;
    message = thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    // A proxy or getter can throw when it is looked at.
  }
  return new BTCPError('EXECUTION_ERROR', { message, cause: thrown });
}

// A tool writes what it likes where the types say text.
function isReadable({ message, suggestion }: { message: unknown; suggestion: unknown }): boolean {
  return typeof message === 'string' && (suggestion === undefined || typeof suggestion === 'string');
}

/** An error as an agent reads it: the code, what happened, and on a second line what to do. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`;
}
