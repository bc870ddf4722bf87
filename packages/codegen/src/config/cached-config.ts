import { readFileSync } from 'node:fs';
import { Cache } from '../cache/cache.ts';

/** The value that a config file last exported. */
interface CachedConfig {
  readonly text: string;
  /** Plain JSON. */
  readonly value: unknown;
}

/**
 * Returns the value that a config file exports; runs the file only if it has changed.
 *
 * @param path - Absolute.
 */
export async function readCachedConfig(path: string, run: () => Promise<unknown>): Promise<unknown> {
  const text = readFileSync(path, 'utf8');
  if (!isSelfContained(text)) return run();
  const cache = new Cache(path, 'build');
  const known = cache.find<CachedConfig>(['config'])?.value;
  if (known?.text === text) return known.value;
  const value = await run();
  cache.put(['config'], { text, value } satisfies CachedConfig);
  cache.save();
  return value;
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
