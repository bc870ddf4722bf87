/**
 * Returns the SHA-256 of a text or of bytes. The first call loads Node's module, which takes a seventh of a build without
 * changes: that one makes none.
 */
export function sha256(content: string | Buffer, encoding: 'hex' | 'base64url'): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content, encoding);
}

/** A hash of a text that is the same in every checkout: line endings and byte order marks differ between them. */
export function portableHash(text: string): string {
  const same = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  return sha256(same, 'hex').slice(0, 16);
}
