import { refusal } from './refusal.ts';

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
