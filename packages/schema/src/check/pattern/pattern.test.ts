import { describe, expect, it } from 'vitest';
import { slownessOf } from './slowness.ts';
import { neverContains } from './never-contains.ts';
import { findOpenEnds } from './open-ends.ts';
import { parsePattern } from './parse-pattern.ts';

const slow = (pattern: string, maxLength?: number): unknown => {
  const parsed = parsePattern(pattern);
  return parsed && slownessOf(parsed, maxLength);
};

describe('slownessOf', () => {
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
    '^(x+x+)+y$',
    '^((a+)?b?)*c$',
    '^(a?b?)*$',
    '^(\\p{L}+\\s*)+$',
    '^(?:[^\\P{L}]|a)+$',
    '^(?=(a+)+$)a*$',
    '^(?!([a-z]+)*!)[a-z]*$',
    '^(a?){30}a{30}$',
    '^(a{1,10}){1,20}b$',
    '^([0-9]|[a-f]|[0-9a-f])+z$',
    '^(.|[a-z]\\d)*$',
  ])('finds that %s takes exponential time', (pattern) => expect(slow(pattern)).toBe('exponential'));

  it.each([
    ['^\\d+\\d+\\d+\\d+x$', 4],
    ['^\\s*.*\\s*:.*$', 3],
    ['^.*.*.*.*.*=.*$', 5],
    ['^(.*a){12}$', 12],
  ])('counts the loops in a row of %s: %i', (pattern, loops) => expect(slow(pattern)).toBe(loops));

  it('lets loops in a row pass on short texts', () => {
    expect(slow('^\\d+\\d+\\d+x$', 100)).toBeUndefined();
    expect(slow('^(a+)+$', 100)).toBe('exponential');
  });

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
    '^\\p{L}+([ -]\\p{L}+)*$',
    '^(?:a{0,3}b){1,40}$',
    '^.{0,300}$',
    '^[a-z]{1,63}(\\.[a-z]{1,63}){0,10}$',
    '^\\s*\\S.*$',
    '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    '^(.*a){12}',
    '^[^@]+@[^@]+$',
    '^(ab|cd)*$',
  ])('says nothing of %s', (pattern) => expect(slow(pattern)).toBeUndefined());

  // The slow ones, tried for real on a text that is still short enough to wait for.
  it('is right about what a regular expression really does', () => {
    const time = (pattern: RegExp, text: string): number => {
      // Of this process alone: how long it takes by the clock depends on what else the machine does.
      const start = process.cpuUsage();
      pattern.test(text);
      return process.cpuUsage(start).user / 1000;
    };
    expect(time(/^(\w+\s?)*$/u, `${'a'.repeat(24)}!`)).toBeGreaterThan(20);
    expect(time(/^[a-z]+(-[a-z]+)*$/u, `${'a'.repeat(10_000)}!`)).toBeLessThan(1000);
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
