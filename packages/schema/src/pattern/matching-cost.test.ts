import { describe, expect, it } from 'vitest';
import { runs, sampled } from '../../../../test/support/runs.ts';
import { FORMATS } from '../compile/formats.ts';
import { arbitraryPattern } from '../../test/fixtures/arbitrary-pattern.ts';
import { COMMON_PATTERNS } from '../../test/fixtures/common-patterns.ts';
import { countTries, findSlowMatch, MAX_TRIES, MAX_TRIES_EACH, readerOf } from './matching-cost.ts';
import { parsePattern, type PatternNode } from './parse-pattern.ts';
import { EXACT } from './position-graph.ts';

import fc from 'fast-check';

const parsed = (pattern: string): PatternNode => {
  const node = parsePattern(pattern);
  if (node === undefined) throw new Error(`${pattern} is not read`);
  return node;
};
const isSlow = (pattern: string, maxLength?: number): boolean =>
  findSlowMatch(parsed(pattern), maxLength) !== undefined;

const FAST = COMMON_PATTERNS.filter(({ pattern, maxLength }) => !isSlow(pattern, maxLength));

describe('findSlowMatch', () => {
  it('reports only those of 147 common patterns that take quadratic time', () => {
    expect(COMMON_PATTERNS.length).toBe(147);
    expect(COMMON_PATTERNS.filter((each) => !FAST.includes(each)).map(({ name }) => name)).toEqual([
      'email, no limit',
      'url, parts',
      'decimal, optional parts',
      'contains digits at its end',
      'trailing spaces',
    ]);
  });

  it.each([...FORMATS].flatMap(([name, { pattern }]) => (pattern === undefined ? [] : [[name, pattern]])))(
    'takes the pattern of the format %s as fast: %s',
    (_, pattern) => expect(isSlow(pattern)).toBe(false),
  );

  it.each([
    ['a loop in a loop', '^(a+)+$'],
    ['a loop that may be empty in a loop', '^(a*)*$'],
    ['the same option twice', '(a|a)*$'],
    ['an option in another one', '^(a|[a-z])+$'],
    ['an optional end of a turn', '^(\\w+\\s?)*$'],
    ['loops among options', '^(\\d+|[a-z]+)*!$'],
    ['options of which two make a third', '^(a|b|ab)*c'],
    ['a loop that reads its own end', '^(?:.*,)*x$'],
    ['a loop with a name', '^(?<word>\\w+)+@'],
    ['a loop at least ten times', '^(a+){10,}$'],
    ['two loops in a loop', '^(x+x+)+y$'],
    ['optional parts in a loop', '^((a+)?b?)*c$'],
    ['properties of characters', '^(\\p{L}+\\s*)+$'],
    ['properties beyond Latin', '^(?:\\p{Script=Greek}|\\p{L})+$'],
    ['a look-ahead', '^(?:(?=a)a|a)+$'],
    ['in a look-ahead', '^(?=(a+)+$)a*$'],
    ['in a negative look-ahead', '^(?!([a-z]+)*!)[a-z]*$'],
    ['in a look-behind', '^[a-z]*(?<=(a+)+)$'],
    ['a loop in a look-behind', '^[a-z]*(?<=a+)$'],
    ['a look-ahead at every character', '^(?:(?=.*x)[a-z])+$'],
    ['a back-reference', '^(a+)\\1+$'],
    ['a back-reference by name', '^(?<part>a+)\\k<part>+$'],
    ['many optional characters', `^${'a?'.repeat(28)}c$`],
    ['a bounded loop in a bounded loop', '^(?:a{0,9}){0,9}$'],
    ['optional turns before required ones', '^(a?){25}a{25}$'],
    ['turns that may be empty', '^(?:a?|b?){30}c$'],
    ['turns that are empty in many ways', '^(?:|){30}c$'],
    ['many bounded loops', '^(a{1,10}){1,20}b$'],
    ['two loops in a row', '^.*.*=.*$'],
    ['four loops in a row', '^\\d+\\d+\\d+\\d+x$'],
    ['loops around what they read', '^\\s*.*\\s*:.*$'],
    ['no anchor before a loop', '\\s+$'],
    ['the character of a surrogate pair', '^(?:\\ud83d\\ude00|.)+$'],
    ['a larger pattern than is looked into', `^${'(?:a{9}|b{9}){9}'.repeat(30)}$`],
  ])('finds %s: %s', (_, pattern) => expect(isSlow(pattern)).toBe(true));

  it('takes into account how long a string may be', () => {
    expect(isSlow('^\\d*\\d*\\d*x$', 50)).toBe(false);
    expect(isSlow('^\\d*\\d*\\d*x$', 1_000)).toBe(true);
    expect(isSlow('^.*.*=.*$', 100)).toBe(false);
    expect(isSlow('^(a+)+$', 100)).toBe(true);
    expect(isSlow('^(?:(?=.*x)[a-z])+$', 200)).toBe(false);
  });

  it('reports the length from which on a million tries are possible', () => {
    expect(findSlowMatch(parsed('^(a+)+$'))).toEqual({ length: 18 });
    expect(findSlowMatch(parsed('\\s+$'))).toEqual({ length: 816 });
  });

  it.each([
    '^(a+)+',
    '^(?:a{0,3}b){1,40}$',
    '^[a-z]{1,63}(\\.[a-z]{1,63}){0,10}$',
    '^(ab|cd)*$',
    '^a?b?c?d?e?f?g?$',
    '^(a?){6}a{6}$',
    '^[a-z-]+(?<!-|_)$',
  ])('takes %s as fast', (pattern) => expect(isSlow(pattern)).toBe(false));
});

const stringsOf = (length: number): readonly string[] =>
  Array.from({ length: 2 ** length }, (_, bits) =>
    Array.from({ length }, (_, at) => ((bits >> at) & 1 ? 'b' : 'a')).join(''),
  );
const LENGTHS = [0, 1, 2, 3, 4, 5];

describe('the most tries', () => {
  it('are never exceeded by a backtracking matcher', () => {
    fc.assert(
      fc.property(arbitraryPattern, fc.boolean(), (inner, isAnchored) => {
        const node = parsed(`${isAnchored ? '^' : ''}(?:${inner})$`);
        for (const length of LENGTHS) {
          const reader = readerOf(node, EXACT);
          if (reader === undefined) return;
          const { tries: most } = countTries(reader, length);
          // More tries would only take longer.
          if (most > 2_000) return;
          const tries = stringsOf(length).map((text) => backtrackingTries(node, text));
          expect(Math.max(...tries)).toBeLessThanOrEqual(most);
        }
      }),
      { numRuns: runs(200), seed: 7 },
    );
  });

  it.each(FAST.filter(({ pattern }) => !/\\[1-9]/.test(pattern)))(
    'are kept to on strings made against $name',
    ({ pattern, maxLength = 80 }) => {
      const node = parsed(pattern);
      const length = Math.min(maxLength, 80);
      for (const text of sampled(attacksOn(node, length)))
        expect(backtrackingTries(node, text)).toBeLessThanOrEqual(
          isSlow(pattern) ? MAX_TRIES : MAX_TRIES_EACH * (text.length + 1),
        );
    },
  );
});

/** Repetitions of one or two of the pattern's own characters, with a suffix that does not match. */
function attacksOn(pattern: PatternNode, length: number): readonly string[] {
  const chars = [...new Set(charsOf(pattern))].slice(0, 8);
  const pumps = chars.flatMap((a) => chars.map((b) => a + b));
  return pumps.flatMap((pump) =>
    ['', '\n', '\u0000'].map((end) => pump.repeat(length / 2).slice(0, length - end.length) + end),
  );
}

function charsOf(node: PatternNode): string[] {
  switch (node.kind) {
    case 'set':
      return node.ranges.slice(0, 2).map(([from]) => String.fromCodePoint(from));
    case 'sequence':
      return node.parts.flatMap(charsOf);
    case 'choice':
      return node.options.flatMap(charsOf);
    case 'loop':
      return charsOf(node.body);
    case 'look':
      return charsOf(node.inner);
    default:
      return [];
  }
}

type Continue = (at: number) => boolean;

/** Counts the tries of a backtracking matcher, as ECMAScript specifies it. For patterns without back-references. */
export function backtrackingTries(pattern: PatternNode, text: string): number {
  const matcher = new Matcher(Array.from(text));
  for (let at = 0; at <= matcher.length; at++) {
    if (at > 0) matcher.tries++;
    if (matcher.match(pattern, at, 1, () => ++matcher.tries > 0)) break;
    if (beginsAnchored(pattern)) break;
  }
  return matcher.tries;
}

// Engines look no further where the pattern begins with `^`.
const beginsAnchored = (pattern: PatternNode): boolean =>
  pattern.kind === 'sequence' && pattern.parts[0]?.kind === 'start';

class Matcher {
  tries = 0;
  readonly #chars: readonly string[];

  constructor(chars: readonly string[]) {
    this.#chars = chars;
  }

  get length(): number {
    return this.#chars.length;
  }

  match(node: PatternNode, at: number, step: 1 | -1, next: Continue): boolean {
    switch (node.kind) {
      case 'set':
        return this.#reads(node.ranges, step === 1 ? at : at - 1) && next(at + step);
      case 'start':
        return this.#check(at === 0) && next(at);
      case 'end':
        return this.#check(at === this.length) && next(at);
      case 'boundary':
        return this.#check((this.#isWord(at - 1) !== this.#isWord(at)) === (node.text === '\\b')) && next(at);
      case 'sequence': {
        const parts = step === 1 ? node.parts : node.parts.toReversed();
        const from = (index: number, place: number): boolean => {
          const part = parts[index];
          return part === undefined
            ? next(place)
            : this.match(part, place, step, (to) => from(index + 1, to));
        };
        return from(0, at);
      }
      case 'choice':
        return node.options.some((option) => this.match(option, at, step, next));
      case 'loop':
        return this.#turn(node, 0, at, step, next);
      case 'look': {
        const found = this.match(node.inner, at, node.opening.startsWith('?<') ? -1 : 1, () => true);
        return found === node.opening.endsWith('=') && next(at);
      }
      default:
        throw new Error('back-references are not matched here');
    }
  }

  #turn(
    loop: Extract<PatternNode, { kind: 'loop' }>,
    count: number,
    at: number,
    step: 1 | -1,
    next: Continue,
  ): boolean {
    const again: Continue = (to) =>
      count >= loop.least && to === at ? this.#check(false) : this.#turn(loop, count + 1, to, step, next);
    return (count < loop.most && this.match(loop.body, at, step, again)) || (count >= loop.least && next(at));
  }

  #reads(ranges: readonly (readonly [number, number])[], at: number): boolean {
    const code = this.#chars[at]?.codePointAt(0) ?? -1;
    return this.#check(ranges.some(([from, to]) => from <= code && code <= to));
  }

  #check(holds: boolean): boolean {
    this.tries++;
    return holds;
  }

  #isWord(at: number): boolean {
    return /\w/.test(this.#chars[at] ?? '');
  }
}
