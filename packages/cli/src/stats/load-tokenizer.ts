import { loadPeers } from '../system/load-peers.ts';

declare global {
  // The tokenizer's declarations name this type, which the types of Node 20 lack.
  interface TextDecoder {
    readonly encoding: string;
  }
}

/** The encoding by which tokens are counted. */
export const ENCODING = 'o200k_base';

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/**
 * Loads the tokenizer, which takes a quarter of a second.
 *
 * @throws InputError if it is not installed: it takes 30 MB, and only counting needs it.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await loadPeers(
    () => import('gpt-tokenizer/encoding/o200k_base'),
    'Counting tokens',
    'gpt-tokenizer@4',
  );
  // By default `<|endoftext|>` throws; in a description it is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => splitRuns(text).reduce((sum, part) => sum + countTokens(part, options), 0);
}

/** A run of letters, signs or spaces that is longer than those of ordinary text. */
const RUN = /[\p{L}\p{M}]{1000}|[^\s\p{L}\p{M}\p{N}]{1000}|\s{1000}/gu;

/** Cuts a text within such runs, as encoding one takes quadratic time. Any other text stays whole. */
function splitRuns(text: string): readonly string[] {
  const ends = [...text.matchAll(RUN)].map(({ 0: run, index }) => index + run.length);
  return [...ends, text.length].map((end, at) => text.slice(ends[at - 1] ?? 0, end));
}
