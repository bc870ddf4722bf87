import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findJsonPlaces } from './json-places.ts';

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
  ['["a\\x"]', 1],
  ['["a\nb"]', 1],
  ['[,1]', 1],
  ['{,}', 1],
  [']', 0],
  ['{"a":undefined}', 5],
  ['{"a":NaN}', 5],
])('finds where %j goes wrong: %i', (text, offset) =>
  expect(findJsonPlaces(text).error).toMatchObject({ line: 1, column: offset + 1 }),
);

it('finds no error in valid JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(findJsonPlaces(JSON.stringify(value, null, 1)).error).toBe(undefined);
    }),
    { seed: 4 },
  );
});

it('has places of properties at their names, and of elements at themselves', () => {
  expect(Object.fromEntries(findJsonPlaces('{"a": [1,\n{"b/c": 2}]}').places)).toEqual({
    '': { line: 1, column: 1, length: 1 },
    '/a': { line: 1, column: 2, length: 3 },
    '/a/0': { line: 1, column: 8, length: 1 },
    '/a/1': { line: 2, column: 1, length: 1 },
    '/a/1/b~1c': { line: 2, column: 2, length: 5 },
  });
});

it('finds repeated names and rounded numbers', () => {
  const { repeated, rounded } = findJsonPlaces('{"a": 1, "a": {"a": 9007199254740993}}');
  expect(repeated).toEqual([{ name: 'a', line: 1, column: 10, length: 3 }]);
  expect(rounded).toEqual([{ literal: '9007199254740993', line: 1, column: 21, length: 16 }]);
});

it('reads any depth', () => {
  expect(findJsonPlaces('['.repeat(200_000) + ']'.repeat(200_000)).places.size).toBeGreaterThan(0);
});
