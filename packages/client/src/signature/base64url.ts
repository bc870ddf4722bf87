/** Bytes as base64url without padding (RFC 7515, appendix C). */
export function toBase64url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The bytes of base64url; `undefined` for any other spelling than that of `toBase64url`. */
export function fromBase64url(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes = decode(text);
  // The last character may have bits that no byte has.
  return bytes && toBase64url(bytes) === text ? bytes : undefined;
}

/** Base64 in the spelling of `toBase64url`: without padding or spaces; what is none is left as it is. */
export function canonicalBase64url(text: string): string {
  const bytes = decode(text.replace(/[\s=]/g, ''));
  return bytes ? toBase64url(bytes) : text;
}

function decode(text: string): Uint8Array<ArrayBuffer> | undefined {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[\w+/]*$/.test(plain) || plain.length % 4 === 1) return undefined;
  return Uint8Array.from(atob(plain), (byte) => byte.charCodeAt(0));
}
