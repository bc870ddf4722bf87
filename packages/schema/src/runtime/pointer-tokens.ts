/** A property name or an index as one token of a JSON pointer (RFC 6901). */
export function escapePointerToken(token: string | number): string {
  if (typeof token === 'number') return String(token);
  // Nearly no name needs escaping.
  return token.includes('~') || token.includes('/')
    ? token.replaceAll('~', '~0').replaceAll('/', '~1')
    : token;
}

/** The property name or index that a token of a JSON pointer stands for. */
export function unescapePointerToken(token: string): string {
  return token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;
}

/** The keys of a JSON pointer, unescaped. */
export function pointerKeys(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapePointerToken);
}
