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

/**
 * The cryptography of the runtime.
 *
 * @throws BTCPError `INVALID_ARGUMENT` in a page that is not from HTTPS or localhost: browsers keep it from those.
 */
export function webCrypto(): SubtleCrypto {
  const { subtle }: Partial<Crypto> = globalThis.crypto;
  if (subtle) return subtle;
  throw refusal('signature', 'Web Crypto is missing: open the page from HTTPS or localhost.');
}
