import { safePattern } from '../pattern/matching-cost.ts';
import { type Limit, LIMITS } from '../model/limits.ts';
import { formatTest } from '../compile/formats.ts';
import { equal } from '../runtime/values.ts';
import { isOfJsonType, jsonTypeOf } from '../model/json-types.ts';
import { KEYWORDS } from '../model/keywords.ts';
import { getOwn, isObject, type MutableObject } from '../model/own-property.ts';

/** A verdict without compiling: `undefined` where a keyword is not supported. */
export type Verdict = boolean | undefined;

/** The target of a `$ref`; `undefined` where it is not known. */
export type Resolve = (ref: string) => unknown;

/** Maximum depth and number of references and subschemas to follow: recursive unions could take long. */
const MAX_DEPTH = 256;
const MAX_STEPS = 20_000;

interface Question {
  /** The keyword's own value. */
  readonly given: unknown;
  readonly schema: Readonly<MutableObject>;
  readonly ask: (schema: unknown, value: unknown) => Verdict;
  readonly resolve: Resolve;
}

type Test<T> = (value: T, question: Question) => Verdict;

const limits = <T>(table: Readonly<Record<string, Limit<T>>>): readonly (readonly [string, Test<T>])[] =>
  Object.entries(table).map(([name, { holds }]) => [
    name,
    (value, { given }) => typeof given !== 'number' || holds(value, given),
  ]);

/** The values of lists that are too long to be searched for each of them. */
const sets = new WeakMap<readonly unknown[], ReadonlySet<unknown>>();
const LONG = 100;

function has(list: readonly unknown[], value: unknown): boolean {
  if (list.length < LONG) return list.includes(value);
  const set = sets.get(list) ?? new Set(list);
  sets.set(list, set);
  return set.has(value);
}

const OF_ANY: readonly (readonly [string, Test<unknown>])[] = [
  ['type', (value, { given }) => [given].flat().some((type) => isOfJsonType(value, String(type)))],
  ['const', (value, { given }) => equal(given, value)],
  [
    'enum',
    (value, { given }) =>
      // Long lists are of strings or numbers.
      typeof value === 'object'
        ? listOf(given).some((each) => equal(each, value))
        : has(listOf(given), value),
  ],
];
const OF_NUMBERS: readonly (readonly [string, Test<number>])[] = [
  ...limits(LIMITS.number),
  ['format', hasFormat],
];
const OF_STRINGS: readonly (readonly [string, Test<string>])[] = [
  ...limits(LIMITS.string),
  // After the lengths: no pattern is tried on a string that is too long.
  ['pattern', (value, { given }) => safePattern(String(given))?.test(value)],
  ['format', hasFormat],
];
const OF_ARRAYS: readonly (readonly [string, Test<readonly unknown[]>])[] = [
  ...limits(LIMITS.array),
  [
    'prefixItems',
    (value, { given, ask }) => all(listOf(given).slice(0, value.length), (each, i) => ask(each, value[i])),
  ],
  ['items', acceptsItems],
];
const OF_OBJECTS: readonly (readonly [string, Test<MutableObject>])[] = [
  ...limits(LIMITS.object),
  ['required', (value, { given }) => listOf(given).every((name) => Object.hasOwn(value, String(name)))],
  ['properties', acceptsProperties],
  ['additionalProperties', acceptsOthers],
  ['propertyNames', (value, { given, ask }) => all(Object.keys(value), (name) => ask(given, name))],
];
/** Keywords that combine schemas are asked last. */
const COMBINING: readonly (readonly [string, Test<unknown>])[] = [
  [
    '$ref',
    (value, { given, ask, resolve }) => {
      const target = resolve(String(given));
      return target === undefined ? undefined : ask(target, value);
    },
  ],
  ['allOf', (value, { given, ask }) => all(listOf(given), (each) => ask(each, value))],
  ['anyOf', (value, { given, ask }) => negated(all(listOf(given), (each) => negated(ask(each, value))))],
  ['oneOf', (value, { given, ask }) => exactlyOne(listOf(given).map((each) => ask(each, value)))],
  ['not', (value, { given, ask }) => negated(ask(given, value))],
  ['if', acceptsCondition],
];

type AnyTest = readonly [string, Test<never>];
const TESTS: Readonly<Record<string, readonly AnyTest[]>> = {
  number: [...OF_ANY, ...OF_NUMBERS, ...COMBINING],
  string: [...OF_ANY, ...OF_STRINGS, ...COMBINING],
  array: [...OF_ANY, ...OF_ARRAYS, ...COMBINING],
  object: [...OF_ANY, ...OF_OBJECTS, ...COMBINING],
  null: [...OF_ANY, ...COMBINING],
  boolean: [...OF_ANY, ...COMBINING],
};
/** Keywords without effect on their own. */
const NO_EFFECT_ALONE: ReadonlySet<string> = new Set(['then', 'else', 'minContains', 'maxContains']);

/**
 * Whether a value passes a schema, where that is known without compiling; then a compiled validator agrees.
 *
 * @param value - Plain JSON.
 * @param resolve - Resolves references; without it, their verdict is not known.
 * @param budget - The steps that are left to this question and others; without any, the verdict is not known.
 */
export function accepts(
  schema: unknown,
  value: unknown,
  resolve: Resolve = () => undefined,
  budget: { left: number } = { left: MAX_STEPS },
): Verdict {
  const acceptsAt = (below: unknown, each: unknown, depth: number): Verdict => {
    if (typeof below === 'boolean') return below;
    if (!isObject(below) || depth > MAX_DEPTH || budget.left-- <= 0) return undefined;
    const ask: Question['ask'] = (next, inner) => acceptsAt(next, inner, depth + 1);
    return acceptsNode(below, each, ask, resolve);
  };
  return acceptsAt(schema, value, 0);
}

function acceptsNode(schema: MutableObject, value: unknown, ask: Question['ask'], resolve: Resolve): Verdict {
  const type = jsonTypeOf(value);
  const tests = TESTS[type] ?? [];
  const asked = new Set<string>();
  let verdict: Verdict = true;
  for (const [keyword, test] of tests) {
    if (!Object.hasOwn(schema, keyword)) continue;
    asked.add(keyword);
    // The tests are those for the value's type.
    const passes = test(value as never, { given: schema[keyword], schema, ask, resolve });
    if (passes === false) return false;
    if (passes === undefined) verdict = undefined;
  }
  const isKnown = Object.keys(schema).every((keyword) => asked.has(keyword) || ignoresType(keyword, type));
  return isKnown ? verdict : undefined;
}

/** Whether a keyword ignores values of a type. */
function ignoresType(name: string, type: string): boolean {
  const keyword = KEYWORDS.get(name);
  if (keyword === undefined || NO_EFFECT_ALONE.has(name)) return true;
  const isAbout = keyword.type === undefined || keyword.type === type;
  const isTelling =
    keyword.role === 'annotation' || keyword.role === 'content' || keyword.role === 'definitions';
  return isTelling || !isAbout || name === '$id' || name === '$comment' || name === 'format';
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function all<T>(list: readonly T[], verdictOf: (each: T, index: number) => Verdict): Verdict {
  let verdict: Verdict = true;
  for (const [index, each] of list.entries()) {
    const passes = verdictOf(each, index);
    if (passes === false) return false;
    if (passes === undefined) verdict = undefined;
  }
  return verdict;
}

const negated = (verdict: Verdict): Verdict => (verdict === undefined ? undefined : !verdict);

function exactlyOne(verdicts: readonly Verdict[]): Verdict {
  const certain = verdicts.filter((verdict) => verdict === true).length;
  if (certain > 1) return false;
  return verdicts.includes(undefined) ? undefined : certain === 1;
}

function acceptsCondition(value: unknown, { given, schema, ask }: Question): Verdict {
  const holds = ask(given, value);
  const branches = holds === undefined ? ['then', 'else'] : [holds ? 'then' : 'else'];
  const verdicts = branches.map((name) => ask(getOwn(schema, name) ?? true, value));
  return verdicts.every((verdict) => verdict === verdicts[0]) ? verdicts[0] : undefined;
}

function hasFormat(value: unknown, { given }: Question): boolean {
  const known = formatTest(String(given));
  return known === undefined || typeof value !== known.type || known.test(value);
}

function acceptsItems(value: readonly unknown[], { given, schema, ask }: Question): Verdict {
  // Tuples of older drafts.
  if (Array.isArray(given)) return value.length === 0 || undefined;
  return all(value.slice(listOf(getOwn(schema, 'prefixItems')).length), (each) => ask(given, each));
}

function acceptsProperties(value: MutableObject, { given, ask }: Question): Verdict {
  const known = Object.entries(isObject(given) ? given : {}).filter(([name]) => Object.hasOwn(value, name));
  return all(known, ([name, schema]) => ask(schema, getOwn(value, name)));
}

function acceptsOthers(value: MutableObject, { given, schema, ask }: Question): Verdict {
  const known = getOwn(schema, 'properties');
  const others = Object.keys(value).filter((name) => !isObject(known) || !Object.hasOwn(known, name));
  if (others.length === 0 || given === true) return true;
  // A pattern may describe some of them.
  if (Object.hasOwn(schema, 'patternProperties')) return undefined;
  return all(others, (name) => ask(given, getOwn(value, name)));
}
