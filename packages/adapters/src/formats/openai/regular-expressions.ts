/** Lookaround, back-references and Unicode classes, none of which OpenAI's own engine has. */
const UNPORTABLE = /\(\?<?[=!]|\\[1-9]|\\k<|\\[pP]\{/;

/** Whether an engine that works without backtracking understands a regular expression. */
export function isPortablePattern(pattern: unknown): boolean {
  // Whatever follows an escaped backslash is not escaped.
  return typeof pattern === 'string' && !UNPORTABLE.test(pattern.replaceAll('\\\\', ''));
}
