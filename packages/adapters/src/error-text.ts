import type { BTCPError } from '@btcp/core';

/** An error as an agent reads it: the code, what happened with every issue, and on a second line what to do. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return `${code}: ${message}${suggestion === undefined ? '' : `\nSuggestion: ${suggestion}`}`;
}
