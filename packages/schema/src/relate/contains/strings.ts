import { findUnmatched } from '../../pattern/find-unmatched.ts';
import { lengthRangeOf } from '../../pattern/length-range.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import { ofLength } from '../../pattern/pattern-automaton.ts';
import type { PatternNode } from '../../pattern/pattern-node.ts';
import { FORMATS, isEnforced } from '../../compile/formats.ts';
import { type Conjunction, greatest, least, mayFit, type Node, valuesOfKeyword } from './conjunction.ts';
import { countSteps } from './work.ts';

/** Automata do not count longer strings. */
const MAX_COUNTED = 300;

/** The lengths of the strings that fit: as limits say, or patterns. */
export function stringLengths(conjunction: Conjunction): readonly [shortest: number, longest: number] {
  const ranges = patternsOf(conjunction).flatMap((pattern) => [lengthRangeOf(pattern) ?? []]);
  return [
    Math.max(0, greatest(conjunction, 'minLength'), ...ranges.map(([shortest = 0]) => shortest)),
    Math.min(least(conjunction, 'maxLength'), ...ranges.map(([, longest = Infinity]) => longest)),
  ];
}

/** The patterns that can be parsed, including those of formats. */
function patternsOf(conjunction: Conjunction): readonly PatternNode[] {
  const formats = valuesOfKeyword(conjunction, 'format').map((name) => FORMATS.get(String(name))?.pattern);
  return [...valuesOfKeyword(conjunction, 'pattern'), ...formats].flatMap((pattern) => {
    const parsed = typeof pattern === 'string' ? parsePattern(pattern) : undefined;
    return parsed === undefined ? [] : [parsed];
  });
}

/**
 * Looks for strings that fit, and that another schema refuses.
 *
 * @returns Strings to try; `undefined` where it is proven that there are none.
 */
export function stringsAgainst(given: Conjunction, { schema }: Node): readonly string[] | undefined {
  const [shortest, longest] = stringLengths(given);
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const tried: string[] = [];
  let isProven = true;
  if (shortest < Number(minLength) || longest > Number(maxLength)) isProven = false;
  const patterns = [pattern, FORMATS.get(String(format))?.pattern].filter(
    (wanted) => typeof wanted === 'string' && !valuesOfKeyword(given, 'pattern').includes(wanted),
  );
  for (const wanted of [...choicesOf(schema), ...patterns.map((each) => parsePattern(String(each)))]) {
    const found = wanted && unmatchedBy(given, wanted);
    if (found === 'none') continue;
    isProven = false;
    if (found !== undefined) tried.push(found.text);
  }
  const isOpaque = FORMATS.get(String(format))?.function !== undefined;
  if (isOpaque && isEnforced(format) && !valuesOfKeyword(given, 'format').includes(format)) isProven = false;
  return isProven
    ? undefined
    : [...tried, ...stringsNear(given, [Number(minLength) - 1, Number(maxLength) + 1])];
}

/** The strings that `const` and `enum` allow, as patterns. */
function choicesOf({ const: constant, enum: values }: Node['schema']): readonly PatternNode[] {
  const lists = [constant === undefined ? undefined : [constant], values];
  return lists.filter(Array.isArray).map((list: readonly unknown[]): PatternNode => {
    const texts = list.filter((value) => typeof value === 'string');
    const options = texts.map((text): PatternNode => ({
      kind: 'sequence',
      parts: Array.from(text, literal),
    }));
    return { kind: 'sequence', parts: [{ kind: 'start' }, { kind: 'choice', options }, { kind: 'end' }] };
  });
}

function literal(text: string): PatternNode {
  const code = text.codePointAt(0) ?? 0;
  return { kind: 'set', ranges: [[code, code]] };
}

/** A string that fits and does not match a pattern. */
function unmatchedBy(given: Conjunction, wanted: PatternNode): ReturnType<typeof findUnmatched> {
  const [shortest, longest] = stringLengths(given);
  const isCounted = shortest > 0 || longest < Infinity;
  const counted = Math.min(shortest, MAX_COUNTED);
  const lengths = isCounted ? [ofLength(counted, longest > MAX_COUNTED ? Infinity : longest)] : [];
  return findUnmatched([...patternsOf(given), ...lengths], wanted, countSteps);
}

/** Strings that fit, some of them of given lengths. */
export function stringsNear(given: Conjunction, lengths: readonly number[] = []): readonly string[] {
  const [shortest, longest] = stringLengths(given);
  const examples = valuesOfKeyword(given, 'format').map((name) => FORMATS.get(String(name))?.example ?? '');
  const sizes = [shortest, shortest + 1, longest, ...lengths].filter((size) => size >= 0 && size <= 100_000);
  const matching = unmatchedBy(given, NOTHING);
  const texts = [
    ...examples,
    ...(typeof matching === 'object' ? [matching.text] : []),
    ...sizes.flatMap((size) => ['a'.repeat(size), '!'.repeat(size)]),
  ];
  return [...new Set(texts)].filter((text) => mayFit(given, text));
}

/** Matches no string. */
const NOTHING: PatternNode = {
  kind: 'sequence',
  parts: [{ kind: 'start' }, { kind: 'set', ranges: [] }, { kind: 'end' }],
};
