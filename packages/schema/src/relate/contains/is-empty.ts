import type { JsonSchema } from '@btcp/core';
import {
  type Conjunction,
  conjoin,
  finiteValues,
  greatest,
  least,
  splitUnion,
  type Term,
  typesOf,
  type ValueType,
  verdictOf,
  itemTerms,
  namesIn,
  otherTerms,
  prefixLength,
  propertyTerms,
  requiredNames,
  type Node,
  valuesOfKeyword,
} from './conjunction.ts';
import { countSteps, limitSteps, unlessTooLong } from './work.ts';
import { findUnmatched, ofLength } from '../../pattern/find-unmatched.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';
import { FORMATS, isEnforced } from '../../compile/formats.ts';
import { LIMITS, type NumberFacts } from '../../model/limits.ts';

/** Maximum depth; deeper schemas count as not empty. */
const MAX_DEPTH = 6;
/** Maximum positions of a tuple to check. */
const MAX_PLACES = 50;

/** Whether certainly no value fits. */
export function isEmpty(conjunction: Conjunction, depth = 0): boolean {
  countSteps(1);
  if (conjunction.isNever) return true;
  if (depth > MAX_DEPTH) return false;
  const values = finiteValues(conjunction);
  if (values !== undefined) return !values.some((value) => mayBeInUnions(conjunction, value));
  if (typesOf(conjunction).every((type) => isEmptyOf(type, conjunction, depth))) return true;
  return splitUnion(conjunction)?.every((each) => isEmpty(each, depth + 1)) ?? false;
}

/** Whether a value is not known to break a union. */
export const mayBeInUnions = ({ unions }: Conjunction, value: unknown): boolean =>
  unions.every((union) => union.some((branch) => verdictOf(branch, value) !== false));

function isEmptyOf(type: ValueType, conjunction: Conjunction, depth: number): boolean {
  switch (type) {
    case 'number':
      return isEmptyRange(numberFacts(conjunction));
    case 'string':
      return noStringFits(conjunction);
    case 'array': {
      const [shortest, longest] = arrayLengths(conjunction, depth);
      return shortest > longest;
    }
    case 'object': {
      const fewest = greatest(conjunction, 'minProperties');
      if (fewest > least(conjunction, 'maxProperties')) return true;
      const required = [...requiredNames(conjunction)];
      if (required.some((name) => isImpossible(conjunction, name, depth))) return true;
      return fewest > 0 && fewest > (possibleNames(conjunction, depth)?.length ?? Infinity);
    }
    default:
      return false;
  }
}

/** Whether certainly no object that fits has a property. */
const isImpossible = (conjunction: Conjunction, name: string, depth = 0): boolean =>
  isEmpty(conjoin(propertyTerms(conjunction, name)), depth + 1);

/** Whether objects that fit have no other properties than the ones that schemas name. */
const isClosed = (conjunction: Conjunction, depth = 0): boolean =>
  isEmpty(conjoin(otherTerms(conjunction)), depth + 1);

/** The names that the properties of objects that fit may have; `undefined` where any name is possible. */
export function possibleNames(conjunction: Conjunction, depth = 0): readonly string[] | undefined {
  if (!isClosed(conjunction, depth)) return undefined;
  const names = new Set(conjunction.nodes.flatMap(namesIn));
  return [...names].filter((name) => !isImpossible(conjunction, name, depth));
}

/** The lengths of arrays that fit: as limits say, or items that no value fits. */
export function arrayLengths(
  conjunction: Conjunction,
  depth = 0,
): readonly [shortest: number, longest: number] {
  const shortest = Math.max(0, greatest(conjunction, 'minItems'));
  const longest = least(conjunction, 'maxItems');
  const places = Math.min(prefixLength(conjunction.nodes), MAX_PLACES, longest - 1);
  for (let index = 0; index <= places; index++) {
    if (isEmpty(conjoin(itemTerms(conjunction, index)), depth + 1)) return [shortest, index];
  }
  return [shortest, longest];
}

/** Whether certainly no value fits a schema, by its own keywords: what its members are held to is not looked into. */
export const hasNoValue = (term: Term): boolean => isEmpty(conjoin([term]), MAX_DEPTH);

/** Whether certainly no value fits all of some normalised schemas, each with its own root. Needs no eval. */
export const areDisjoint = (...terms: readonly Term[]): boolean => isEmpty(conjoin(terms));

/** Steps to compare all schemas with each other: enough for hundreds, as a thousand have half a million pairs. */
const MAX_PAIRED = 500_000;

/** Whether certainly no value fits two of the schemas; not certain of more than can be compared. */
export function areAllDisjoint(schemas: readonly JsonSchema[], root: JsonSchema): boolean {
  const terms = schemas.map((schema): Term => ({ schema, root }));
  return unlessTooLong(false, () =>
    limitSteps(MAX_PAIRED, () =>
      terms.every((a, index) => terms.slice(index + 1).every((b) => areDisjoint(a, b))),
    ),
  );
}

/** The lengths of the strings that fit, as limits say. */
const stringLengths = (conjunction: Conjunction): readonly [shortest: number, longest: number] => [
  Math.max(0, greatest(conjunction, 'minLength')),
  least(conjunction, 'maxLength'),
];

/** Steps to find a string that fits; more are not worth it. */
const MAX_STEPS = 2_000;

/** Whether certainly no string fits: by its length, or as patterns exclude each other, or a length. */
function noStringFits(conjunction: Conjunction): boolean {
  const [shortest, longest] = stringLengths(conjunction);
  if (shortest > longest) return true;
  const patterns = patternsOf(conjunction);
  const isLimited = patterns.length > 1 || shortest > 0 || longest < Infinity;
  if (patterns.length === 0 || !isLimited) return false;
  return unlessTooLong(false, () =>
    limitSteps(MAX_STEPS, () => unmatchedBy(conjunction, NO_STRING) === 'none'),
  );
}

const whole = (...parts: readonly PatternNode[]): PatternNode => ({
  kind: 'sequence',
  parts: [{ kind: 'start' }, ...parts, { kind: 'end' }],
});
const NO_STRING = whole({ kind: 'choice', options: [] });

/** The patterns that can be parsed, including those of formats, and the characters that formats ask for. */
function patternsOf(conjunction: Conjunction): readonly PatternNode[] {
  const formats = valuesOfKeyword(conjunction, 'format').map((name) => FORMATS.get(String(name)));
  const sources = [...valuesOfKeyword(conjunction, 'pattern'), ...formats.map((format) => format?.pattern)];
  return [
    ...sources.flatMap((pattern) => (typeof pattern === 'string' ? (parsePattern(pattern) ?? []) : [])),
    ...formats.flatMap((format) => (format?.character === undefined ? [] : literal(format.character))),
  ];
}

/** Whether all strings that fit also pass a schema's keywords about strings. */
export function stringsFit(given: Conjunction, { schema }: Node): boolean {
  const [shortest, longest] = stringLengths(given);
  const { minLength = 0, maxLength = Infinity, pattern, format } = schema;
  const isWithin = shortest >= Number(minLength) && longest <= Number(maxLength);
  const known = FORMATS.get(String(format));
  const patterns = [pattern, known?.pattern].filter(
    (wanted) => typeof wanted === 'string' && !valuesOfKeyword(given, 'pattern').includes(wanted),
  );
  const isOpaque = known?.function !== undefined && isEnforced(format);
  return (
    (isWithin || unmatchedBy(given, ofLength(Number(minLength), Number(maxLength))) === 'none') &&
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
    return whole({ kind: 'choice', options });
  });
}

function literal(text: string): PatternNode {
  const code = text.codePointAt(0) ?? 0;
  return { kind: 'set', ranges: [[code, code]] };
}

/** Automata do not count longer strings. */
const MAX_COUNTED = 300;

/** A string that fits and does not match a pattern. */
function unmatchedBy(given: Conjunction, wanted: PatternNode): ReturnType<typeof findUnmatched> {
  const [shortest, longest] = stringLengths(given);
  const isCounted = shortest > 0 || longest < Infinity;
  const counted = Math.min(shortest, MAX_COUNTED);
  const lengths = isCounted ? [ofLength(counted, longest > MAX_COUNTED ? Infinity : longest)] : [];
  return findUnmatched([...patternsOf(given), ...lengths], wanted, countSteps);
}

/** What is known of the numbers that fit: each limit, type and format narrows it. */
function numberFacts(conjunction: Conjunction): NumberFacts {
  const facts = { ...ANY_NUMBER };
  for (const [keyword, { narrow }] of Object.entries(LIMITS.number))
    for (const limit of valuesOfKeyword(conjunction, keyword))
      if (typeof limit === 'number') Object.assign(facts, narrow(facts, limit));
  const ranges = valuesOfKeyword(conjunction, 'format').flatMap((name) => [integersOf(name) ?? []]);
  for (const [low = -Infinity, high = Infinity] of ranges.filter(({ length }) => length > 0)) {
    Object.assign(facts, LIMITS.number.minimum.narrow(facts, low));
    Object.assign(facts, LIMITS.number.maximum.narrow(facts, high), { factors: [...facts.factors, 1] });
  }
  if (valuesOfKeyword(conjunction, 'type').some((type) => ![type].flat().includes('number')))
    facts.factors = [...facts.factors, 1];
  return isWhole(facts) ? { ...facts, ...wholeRange(facts) } : facts;
}

const ANY_NUMBER: NumberFacts = {
  low: -Infinity,
  isLowOut: false,
  high: Infinity,
  isHighOut: false,
  factors: [],
};

const integersOf = (format: unknown): readonly [number, number] | undefined =>
  FORMATS.get(String(format))?.integers;

const isWhole = ({ factors }: NumberFacts): boolean => factors.some(Number.isInteger);

function wholeRange({ low, isLowOut, high, isHighOut }: NumberFacts): Omit<NumberFacts, 'factors'> {
  return {
    low: isLowOut && Number.isInteger(low) ? low + 1 : Math.ceil(low),
    isLowOut: false,
    high: isHighOut && Number.isInteger(high) ? high - 1 : Math.floor(high),
    isHighOut: false,
  };
}

const isEmptyRange = ({ low, isLowOut, high, isHighOut }: NumberFacts): boolean =>
  low > high || (low === high && (isLowOut || isHighOut));

/** Whether all numbers that fit also pass a schema's keywords about numbers. */
export function numbersFit(given: Conjunction, { schema }: Node): boolean {
  const facts = numberFacts(given);
  const types = new Set([schema['type'] ?? 'number'].flat());
  const [low, high] = integersOf(schema['format']) ?? [];
  return (
    (types.has('number') || (types.has('integer') && isWhole(facts))) &&
    Object.entries(LIMITS.number).every(
      ([keyword, { isProven }]) => typeof schema[keyword] !== 'number' || isProven(facts, schema[keyword]),
    ) &&
    (low === undefined || high === undefined || (isWhole(facts) && facts.low >= low && facts.high <= high))
  );
}
