import { expect, it } from 'vitest';
import { loadTokenizer } from './export-forms.ts';

it('counts runs of letters, signs and spaces without end, which would take quadratic time', async () => {
  const countTokens = await loadTokenizer();
  const counts = ['a', 'ä', '=', ' ', '字'].map((character) => countTokens(character.repeat(300_000)));
  expect(counts).toEqual([37500, 150_000, 4800, 2700, 300_000]);
});

it('counts what ends a text for a model as text', async () => {
  const countTokens = await loadTokenizer();
  expect(countTokens('Reads the value of a cell.')).toBe(7);
  expect(countTokens('<|endoftext|>')).toBe(7);
});
