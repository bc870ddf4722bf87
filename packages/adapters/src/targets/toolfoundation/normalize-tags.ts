/** Tags that a tool may have. */
const MAX_TAGS = 20;
/** Bytes of a tag, all of them ASCII. */
const MAX_LENGTH = 64;

/** What Go's `unicode.IsSpace` knows; JavaScript's `\s` has a byte order mark instead of U+0085. */
const SPACES = /[\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]+/u;

/** Tags as toolfoundation's `NormalizeTags` writes them: lower case, words joined by `-`, each once, in their order. */
export function normalizeTags(tags: readonly string[]): string[] {
  const normalized = tags.map(normalizeTag).filter((tag) => tag !== '');
  return [...new Set(normalized)].slice(0, MAX_TAGS);
}

function normalizeTag(tag: string): string {
  const words = tag.toLowerCase().split(SPACES).filter(Boolean).join('-');
  return words.replace(/[^a-z0-9\-_.]/gu, '').slice(0, MAX_LENGTH);
}
