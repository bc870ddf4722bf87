import type { BTCPError } from '@btcp/core';

/** An error as a model reads it: code, message, and what to do about it. */
export function errorText({ code, message, suggestion }: BTCPError): string {
  return suggestion === undefined ? `${code}: ${message}` : `${code}: ${message}\nSuggestion: ${suggestion}`;
}
