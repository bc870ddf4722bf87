import { describe, expect, it } from 'vitest';
import { isSlow } from './is-slow.ts';
import { neverContains } from './never-contains.ts';
import { findOpenEnds } from './open-ends.ts';
import { parsePattern } from './parse-pattern.ts';

const slow = (pattern: string): boolean | undefined => {
  const parsed = parsePattern(pattern);
  return parsed && isSlow(parsed);
};

describe('isSlow', () => {
  it.each([
    '^(a+)+$',
    '^(a*)*$',
    '^([a-zA-Z]+)*$',
    '(a|a)*$',
    '^(a|[a-z])+$',
    '^(\\w+\\s?)*$',
    '^(\\d+|[a-z]+)*!$',
    '^((ab)+)+$',
    '^(a|b|ab)*c',
    '^(?:.*,)*x$',
    '^(?<word>\\w+)+@',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(a+){10,}$',
  ])('finds %s', (pattern) => expect(slow(pattern)).toBe(true));

  it.each([
    '^[A-Z]+[0-9]+$',
    '^[A-Z]+[0-9]+(:[A-Z]+[0-9]+)?$',
    '^[a-z]+(-[a-z]+)*$',
    '^(\\d{3}-)*\\d{4}$',
    '^\\d{3}-\\d{3}-\\d{4}$',
    '^(a+)+',
    '^(?:[a-z0-9]+\\.)+[a-z]{2,}$',
    '^(GET|POST|PUT)$',
    '^(\\s*,\\s*\\w+)*$',
    '^(?=.*\\d).+$',
    '^(\\p{L}+)+$',
    '^[^@]+@[^@]+$',
    '^(ab|cd)*$',
  ])('says nothing of %s', (pattern) => expect(slow(pattern)).toBe(false));

  // The slow ones, tried for real on a text that is still short enough to wait for.
  it('is right about what a regular expression really does', () => {
    const time = (pattern: RegExp, text: string): number => {
      const start = performance.now();
      pattern.test(text);
      return performance.now() - start;
    };
    expect(time(/^(\w+\s?)*$/u, `${'a'.repeat(24)}!`)).toBeGreaterThan(20);
    expect(time(/^[a-z]+(-[a-z]+)*$/u, `${'a'.repeat(10_000)}!`)).toBeLessThan(20);
  });
});

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

describe('neverContains', () => {
  it.each([
    ['^[a-z]+$', true],
    ['^(?:[a-z]+|[0-9]{2})$', true],
    ['^[a-z]+', false],
    ['^[^@]+$', true],
    ['^.+$', false],
    ['^[a-z]+@[a-z]+$', false],
    ['^(?=.*@)[a-z]+$', false],
  ])('says of %s and "@": %s', (pattern, expected) => {
    const parsed = parsePattern(pattern);
    expect(parsed && neverContains(parsed, '@')).toBe(expected);
  });
});
