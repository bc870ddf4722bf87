/** Tags that a tool may have in toolfoundation. */
const MAX_TAGS = 20;
/** Bytes, all of them ASCII by then. */
const MAX_TAG_LENGTH = 64;

/** Tags as toolfoundation's builder writes them: lower case, words joined by `-`, no repetitions. */
export function normalizeTags(tags: readonly string[]): string[] {
  const normalized = tags.map(normalizeTag).filter((tag) => tag !== '');
  return [...new Set(normalized)].slice(0, MAX_TAGS);
}

function normalizeTag(tag: string): string {
  const words = tag.toLowerCase().trim().split(/\s+/u).join('-');
  return words.replaceAll(/[^a-z0-9\-_.]/g, '').slice(0, MAX_TAG_LENGTH);
}
