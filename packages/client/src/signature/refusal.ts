import { BTCPError, type Issue } from '@btcp/core';

/** Makes the error for a document, key or signature that cannot be used; its only issue is the message. */
export function refusal(keyword: 'json' | 'manifest' | 'key' | 'signature', message: string): BTCPError {
  return new BTCPError('INVALID_ARGUMENT', { message, issues: [{ path: '', keyword, message }] });
}

/**
 * The issues of a refusal.
 *
 * @throws Anything else, which is a bug.
 */
export function issuesOf(thrown: unknown): readonly Issue[] {
  if (BTCPError.is(thrown) && thrown.issues) return thrown.issues;
  throw thrown;
}
