import { findUnmatched } from '../../pattern/find-unmatched.ts';
import { lengthRangeOf } from '../../pattern/anchored-pattern.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';
import { ofLength } from '../../pattern/pattern-automaton.ts';
import { FORMATS, isEnforced } from '../../compile/formats.ts';
import { type Conjunction, greatest, least, type Node, valuesOfKeyword } from './conjunction.ts';
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

/** Whether all strings that fit also pass a schema's keywords about strings. */
export function stringsFit(given: Conjunction, { schema }: Node): boolean {
  const [shortest, longest] = stringLengths(given);
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const known = FORMATS.get(String(format));
  const patterns = [pattern, known?.pattern].filter(
    (wanted) => typeof wanted === 'string' && !valuesOfKeyword(given, 'pattern').includes(wanted),
  );
  const isOpaque = known?.function !== undefined && isEnforced(format);
  return (
    shortest >= Number(minLength) &&
    longest <= Number(maxLength) &&
    (!isOpaque || valuesOfKeyword(given, 'format').includes(format)) &&
    [...choicesOf(schema), ...patterns.map((each) => parsePattern(String(each)))].every(
      (wanted) => wanted !== undefined && unmatchedBy(given, wanted) === 'none',
    )
  );
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
