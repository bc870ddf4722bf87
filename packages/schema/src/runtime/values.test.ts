import { describe, expect, it } from 'vitest';
import { closestName } from './closest-name.ts';
import { equal, isMultiple, codePoints, put } from './values.ts';
import { repeatedItems } from './repeated.ts';

describe('isMultiple', () => {
  it.each([
    [0.3, 0.1, true],
    [19.99, 0.01, true],
    [0.07, 0.01, true],
    [0.075, 0.01, false],
    [7, 2, false],
    [-6, 3, true],
    [0, 5, true],
    [1e308, 0.5, true],
    [1e308, 0.123456789, false],
    [12391239123, 1e-8, true],
    [5e-324, 5e-324, true],
    [2 ** 53 + 2, 3, false],
  ])('%d of %d: %s', (value, of, expected) => {
    expect(isMultiple(value, of)).toBe(expected);
  });
});

describe('repeatedItems', () => {
  it.each<[unknown[], unknown]>([
    [[], null],
    [[1, '1', true, null, [], {}], null],
    [
      [1, 2, 1],
      [0, 2],
    ],
    [
      ['__proto__', 'a', '__proto__'],
      [0, 2],
    ],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      [0, 1],
    ],
    [
      [
        [1, [2]],
        [1, [3]],
      ],
      null,
    ],
    [['[1]', [1]], null],
    [
      [0, -0],
      [0, 1],
    ],
    [[{ a: '1' }, { a: 1 }], null],
    [[[null], ['null']], null],
  ])('%j: %j', (list, expected) => {
    expect(repeatedItems(list)).toEqual(expected);
  });
});

describe('equal', () => {
  it.each<[unknown, unknown, boolean]>([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, { b: undefined }, false],
    [[1], { 0: 1 }, false],
    [{}, [], false],
    [JSON.parse('{"__proto__":1}'), {}, false],
    [JSON.parse('{"__proto__":[1]}'), JSON.parse('{"__proto__":[1]}'), true],
    [null, {}, false],
    [1, true, false],
  ])('%j and %j: %s', (a, b, expected) => {
    expect(equal(a, b)).toBe(expected);
  });
});

describe('codePoints', () => {
  it.each<[string, number]>([
    ['', 0],
    ['abc', 3],
    ['🌍', 1],
    ['a🌍b🌍', 4],
    ['\ud83c', 1],
    ['\udf0d\ud83c', 2],
    ['👩‍👧', 3],
  ])('%j: %d', (text, expected) => {
    expect(codePoints(text)).toBe(expected);
    expect(Array.from(text)).toHaveLength(expected);
  });
});

describe('closestName', () => {
  const names = ['cell', 'includeFormatting', 'sheetName', 'to'];
  it.each<[string, string | undefined]>([
    ['cel', 'cell'],
    ['ecll', 'cell'],
    ['Cell', 'cell'],
    ['include_formatting', 'includeFormatting'],
    ['sheetname', 'sheetName'],
    ['seetNam', 'sheetName'],
    ['TO', 'to'],
    ['it', undefined],
    ['colour', undefined],
    ['include formating', 'includeFormatting'],
    ['incluedFormatting', 'includeFormatting'],
    ['\u0130'.repeat(64), undefined],
    ['', undefined],
  ])('%s: %s', (written, expected) => {
    expect(closestName(written, names)).toBe(expected);
  });

  it('finds none for a huge name', () => {
    expect(closestName('x'.repeat(100_000), names)).toBe(undefined);
  });
});

describe('put', () => {
  it('copies once, and never writes to the original', () => {
    const original = { a: 1 };
    const first = put(original, original, 'b', 2);
    const second = put(original, first, '__proto__', 3);
    expect(second).toBe(first);
    expect(original).toEqual({ a: 1 });
    expect(JSON.stringify(second)).toBe('{"a":1,"b":2,"__proto__":3}');
    expect(put([1], [1], 0, 2)).toEqual([2]);
  });
});
