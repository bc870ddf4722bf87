import { expect, it } from 'vitest';
import { loadTokenizer } from './load-tokenizer.ts';

it('counts what ends a text for a model as text', async () => {
  const countTokens = await loadTokenizer();
  expect(countTokens('Reads the value of a cell.')).toBe(7);
  expect(countTokens('<|endoftext|>')).toBe(7);
});
