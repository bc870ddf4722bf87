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

/** Loads the tokenizer, which takes a quarter of a second. */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // By default `<|endoftext|>` throws; in a description it is text like any other.
  const options = { disallowedSpecial: new Set<string>() };
  return (text) => countTokens(text, options);
}
