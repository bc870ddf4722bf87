import { readFileSync } from 'node:fs';
import { cacheFileOf, readCache, TOOLKIT, writeCache } from './cache-file.ts';
import { hashOfText } from './inputs.ts';

/** The value that a config file last exported. */
interface CachedConfig {
  readonly toolkit: string;
  /** Hash of the file's content. */
  readonly hash: string;
  /** Plain JSON. */
  readonly value: unknown;
}

/**
 * Returns the value that a config file exports; runs the file only if it has changed.
 *
 * @param path - Absolute.
 * @param run - Runs the file.
 */
export async function readCachedConfig(path: string, run: () => Promise<unknown>): Promise<unknown> {
  const text = readFileSync(path, 'utf8');
  if (!isSelfContained(text)) return run();
  const file = cacheFileOf(path, 'config');
  const hash = hashOfText(text);
  const known = readConfig(file, hash);
  if (known) return known.value;
  const value = await run();
  try {
    writeCache(file, JSON.stringify({ toolkit: TOOLKIT, hash, value } satisfies CachedConfig));
  } catch {
    // A cache that cannot be written only costs time.
  }
  return value;
}

function readConfig(file: string, hash: string): CachedConfig | undefined {
  try {
    // A corrupt file throws somewhere here, and counts as no file.
    const cached = JSON.parse(readCache(file).toString()) as CachedConfig;
    return cached.toolkit === TOOLKIT && cached.hash === hash ? cached : undefined;
  } catch {
    return undefined;
  }
}

// A comment may stand before the specifier.
const IMPORT = /\b(?:from|import)(?:\s|\/\*[^]*?\*\/|\/\/.*)*['"]([^'"]*)['"]/g;
const SURROUNDINGS =
  /\b(?:process|require|fetch|Date|Intl|toLocale\w*|performance|crypto|navigator|eval|Function|Math\s*\.\s*random|globalThis|import\s*(?:\.|\(|\/))/;

/** Whether a config is deterministic: it imports nothing but `@btcp/core`, and does not read its environment. */
export function isSelfContained(text: string): boolean {
  const imports = [...text.matchAll(IMPORT)].map(([, specifier]) => specifier);
  return imports.every((specifier) => specifier === '@btcp/core') && !SURROUNDINGS.test(text);
}
