import { describe, expect, it } from 'vitest';
import { KEYWORDS } from '../model/keywords.ts';
import { demandOf } from './sentences.ts';

describe('sentences', () => {
  it('are there for every keyword that restricts values by itself', () => {
    const mentioned = [...KEYWORDS].filter(([, { role }]) => role === 'assertion').map(([name]) => name);
    // The sentence of `contains` says them.
    const own = mentioned.filter((name) => name !== 'minContains' && name !== 'maxContains');
    const without = own.filter((keyword) => {
      const error = { keyword, path: '', params: [''], value: '', name: undefined };
      return demandOf(error) === `must satisfy \`${keyword}\``;
    });
    expect(without, 'keywords without a sentence in `SENTENCES` of runtime/sentences.ts').toEqual([]);
  });
});
