/**
 * Returns the SHA-256 of a text or of bytes. The first call loads Node's module, which takes a seventh of a build without
 * changes: that one makes none.
 */
export function sha256(content: string | Buffer, encoding: 'hex' | 'base64url'): string {
  return process.getBuiltinModule('node:crypto').hash('sha256', content, encoding);
}
