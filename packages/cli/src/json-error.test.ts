import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonError } from './json-error.ts';

it.each([
  ['not json', 0],
  ['  nul', 2],
  ['{"a":1,}', 7],
  ['{"a":1, // x', 8],
  ["{'a': 1}", 1],
  ['{"a" 1}', 5],
  ['[1 2]', 3],
  ['[1,]', 3],
  ['{"a":1} x', 8],
  ['{"a":[1}', 7],
  ['{"a":', 5],
  ['', 0],
  ['[01]', 1],
  ['["a\\x"]', 1],
  ['["a\nb"]', 1],
  ['[,1]', 1],
  ['{,}', 1],
  [']', 0],
  ['{"a":undefined}', 5],
  ['{"a":NaN}', 5],
])('finds where %j goes wrong: %i', (text, offset) => expect(findJsonError(text)).toBe(offset));

it('returns the length of valid JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value, null, 1);
      expect(findJsonError(text)).toBe(text.length);
    }),
    { seed: 4 },
  );
});

it('handles any depth', () => expect(findJsonError('['.repeat(200_000))).toBe(200_000));
