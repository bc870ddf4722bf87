import { describe, expect, it } from 'vitest';
import { triedRanges } from './character-sets.ts';
import { findOpenEnds } from './open-ends.ts';
import { parsePattern } from './parse-pattern.ts';

describe('findOpenEnds', () => {
  const openEnds = (pattern: string): string | undefined => {
    const parsed = parsePattern(pattern);
    return parsed && findOpenEnds(parsed);
  };

  it.each([
    ['[A-Z]+[0-9]+', 'both'],
    ['^[a-z]+', 'end'],
    ['[0-9]{3}$', 'start'],
    ['^a|b$', 'both'],
    ['^cat|dog', 'both'],
    ['\\d{4}-\\d{2}', 'both'],
  ])('finds %s open', (pattern, open) => expect(openEnds(pattern)).toBe(open));

  it.each(['^[a-z]+$', '^https://', '\\.csv$', '\\S', '^(a|b)$', '^a$|^b$', '(?=.*x)[a-z]+', '^$', '', '@'])(
    'takes %j as meant',
    (pattern) => expect(openEnds(pattern)).toBeUndefined(),
  );
});

describe('triedRanges', () => {
  it.each([
    [
      '\\p{Script=Hiragana}',
      [
        [0x3041, 0x3096],
        [0x309d, 0x309f],
        [0x1b001, 0x1b11f],
        [0x1b132, 0x1b132],
        [0x1b150, 0x1b152],
        [0x1f200, 0x1f200],
      ],
    ],
    [
      '[\\p{Co}]',
      [
        [0xe000, 0xf8ff],
        [0xf0000, 0xffffd],
        [0x100000, 0x10fffd],
      ],
    ],
    ['\\p{Cs}', [[0xd800, 0xdfff]]],
    [
      '\\p{Any}',
      [
        [0, 0x10ffff],
        [0xd800, 0xdfff],
      ],
    ],
  ])('of %s are those of Unicode', (set, ranges) => expect(triedRanges(set)).toEqual(ranges));
});
