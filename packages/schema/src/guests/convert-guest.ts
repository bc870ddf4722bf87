import type { JsonSchema } from '@btcp/core';
import { type GuestProblem, normalizeReported, type ReportedSchema, memberOf } from './guest-problem.ts';
import { type GuestSchema, readGuest } from './read-guest.ts';
import { type Limit, LIMITS } from '../model/limits.ts';
import { ANNOTATION_KEYWORDS, KEYWORDS, saysNothing } from '../model/keywords.ts';
import { isObject, type MutableObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { resolveRef } from '../model/references/local-refs.ts';
import { accepts } from '../relate/accepts.ts';
import { findLimits, mutateValue, varyValue } from '../relate/sample/vary-value.ts';
import { Random, ValueSampler } from '../relate/sample/value-sampler.ts';
import { equal } from '../runtime/values.ts';

/** A schema of another library, as what is published of it and what calls are held to. */
export interface ConvertedGuest extends ReportedSchema {
  /** The library, for example `zod`. */
  readonly library: string;
}

/** What a schema of another library is converted with. */
export interface ConvertOptions {
  /** The schemas with an `$id` that it may refer to. */
  readonly definitions?: readonly object[];
  /** URL of the project's folder, to resolve converters from. */
  readonly root: string;
}

/**
 * Converts a schema of another library than TypeBox 0.34, and reports what of it JSON Schema cannot say, also where only
 * the library's verdict about generated values shows it.
 *
 * @returns Absent for everything else than a schema of such a library.
 */
export function convertGuest(
  value: unknown,
  { definitions = [], root }: ConvertOptions,
): ConvertedGuest | undefined {
  const guest = readGuest(value, root);
  if (!guest) return undefined;
  const { library } = guest;
  if (guest.problems.length > 0) return { library, schema: {}, problems: guest.problems };
  const { schema, problems } = normalizeReported(guest.schema, definitions);
  if (problems.some(({ warning }) => warning === undefined)) return { library, schema, problems };
  tidySchema(schema);
  return { library, schema, problems: [...problems, ...findDifferences(schema, guest)] };
}

function findDifferences(schema: JsonSchema, { library, validate }: GuestSchema): readonly GuestProblem[] {
  const found = validate && findDisagreement(schema, validate);
  if (!found) return [];
  const told = { path: '', message: `\`${library}\` ${found.said}.` };
  const isHeld = 'JSON Schema is what callers see, and all that calls are held to';
  return [
    found.isSlight
      ? {
          ...told,
          help: `Libraries have their own ideas of formats, and of factors that are fractions; ${isHeld}. A pattern says exactly what you mean.`,
          warning: 'schema-library-differs',
        }
      : { ...told, help: `${isHeld}: leave out what it cannot say, and do that in \`execute\`.` },
  ];
}

/** What a builder of TypeBox 0.34 writes after its options. */
const BUILT = [
  'type',
  'const',
  'enum',
  'required',
  'properties',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
];

/** Keywords in the order in which TypeBox 0.34 writes them: options, first those that restrict. */
const ORDER: readonly string[] = [
  ...[...KEYWORDS.keys()].filter((each) => !ANNOTATION_KEYWORDS.includes(each) && !BUILT.includes(each)),
  ...ANNOTATION_KEYWORDS,
  ...BUILT,
];
const PLACES: ReadonlyMap<string, number> = new Map(ORDER.map((keyword, place) => [keyword, place]));
const placeOf = (keyword: string): number => PLACES.get(keyword) ?? 0;

/**
 * Makes what libraries write of the same schema the same: puts keywords into one order, says of lists of texts that they
 * are texts, and removes what says nothing, the limits of safe integers, and that names are strings.
 *
 * @param schema - In normal form; changed in place.
 */
function tidySchema(schema: JsonSchema): JsonSchema {
  walkSchema(schema, (node) => {
    if (!isObject(node)) return;
    const entries = Object.entries(node).filter(([keyword, value]) => !saysNothing(keyword, value));
    const isOfTexts = Array.isArray(node['enum']) && node['enum'].every((each) => typeof each === 'string');
    if (isOfTexts && !Object.hasOwn(node, 'type')) entries.push(['type', 'string']);
    const mutable: MutableObject = node;
    for (const keyword of Object.keys(node)) delete mutable[keyword];
    Object.assign(mutable, Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b))));
  });
  return schema;
}

/** A value that a library treats otherwise than JSON Schema says. */
interface Disagreement {
  /** What the library does with it, and JSON Schema does not: the rest of a sentence. */
  readonly said: string;
  /** Whether it may be only about a `format`, or about a factor that is a fraction, of which libraries have their own ideas. */
  readonly isSlight: boolean;
}

/** Values to try; changes of each, in one place; and accepted values of which every text is varied, too. */
const VALUES = 10;
const CHANGES = 3;
const VARIED = 2;

/** Values about which libraries differ by nature: lengths of such texts, numbers that are rounded, inherited names. */
const NO_JUDGE = /\\ud[89a-f]|[\ud800-\udfff]|"__proto__"|\d{16}|\de[+-]/i;

/**
 * Generates values from a schema, most of which it accepts, and changes of them, and looks for one of which a library
 * thinks otherwise: because of a check or a change of the value that it did not write into the JSON Schema.
 *
 * @param schema - In normal form.
 * @param validate - The `validate` of Standard Schema.
 */
function findDisagreement(
  schema: JsonSchema,
  validate: (value: unknown) => unknown,
): Disagreement | undefined {
  const resolve = (ref: string): unknown => resolveRef(schema, ref);
  const isAccepted = (value: unknown): boolean => accepts(schema, value, resolve) === true;
  // Unknown, of a pattern that could take long, is no reason to say that it is refused.
  const mayBeAccepted = (value: unknown): boolean => accepts(schema, value, resolve) !== false;
  const defaults = defaultsOf(schema);
  const judge = (value: unknown, text: string): Disagreement | undefined => {
    const verdict = accepts(schema, value, resolve);
    if (verdict === undefined) return undefined;
    const outcome = validate(JSON.parse(text) as unknown);
    const said = differenceFrom(outcome, value, verdict, mayBeAccepted, defaults);
    if (said === undefined) return undefined;
    const isOfLittle = isSlight(schema, value, outcome);
    // Where JSON Schema is the stricter one, handlers get nothing that they have not got before.
    return isOfLittle && !verdict ? undefined : { said, isSlight: isOfLittle };
  };
  let found: Disagreement | undefined;
  const judged = new Set<string>();
  for (const value of valuesFor(schema, isAccepted)) {
    const text = JSON.stringify(value);
    if (judged.has(text) || NO_JUDGE.test(text)) continue;
    judged.add(text);
    const next = judge(value, text);
    if (next && !next.isSlight) return next;
    found ??= next;
  }
  return found;
}

function* valuesFor(schema: JsonSchema, isAccepted: (value: unknown) => boolean): Iterable<unknown> {
  const random = new Random(1);
  const sampler = new ValueSampler(schema, findLimits(schema), random);
  let varied = 0;
  for (let count = 0; count < VALUES; count++) {
    const value = sampler.sample();
    yield value;
    for (let change = 0; change < CHANGES; change++) yield mutateValue(value, sampler, random);
    // A refused value may lack the text that a library changes.
    if (isAccepted(value)) varied++;
    else if (count >= VARIED) continue;
    if (varied > VARIED) continue;
    yield* varyValue(value, cased);
    // That a library takes off blanks before it looks is no news where they are refused.
    for (const each of varyValue(value, padded)) if (isAccepted(each)) yield each;
  }
}

/** A value with one array of it in the place of an object: some libraries take it for one. */
const asObjects = (value: unknown): Iterable<unknown> =>
  varyValue(value, (each) => (Array.isArray(each) ? [{ ...(each as object) }] : []));

/** What libraries fold. */
const cased = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? [value.toUpperCase(), value.toLowerCase(), `A${value}`] : [];

/** What libraries trim or normalise. */
const padded = (value: unknown): readonly unknown[] =>
  typeof value === 'string' ? [` ${value} `, `${value}e\u0301`] : [];

/** What a library does otherwise, in words. */
function differenceFrom(
  outcome: unknown,
  value: unknown,
  verdict: boolean,
  mayBeAccepted: (value: unknown) => boolean,
  defaults: readonly unknown[],
): string | undefined {
  if (outcome instanceof Promise) {
    outcome.catch(() => undefined);
    return `needs time to check \`${shown(value)}\`, so it runs code`;
  }
  if (memberOf(outcome, 'issues') !== undefined)
    return verdict ? `refuses \`${shown(value)}\`, and its JSON Schema accepts it` : undefined;
  const result = memberOf(outcome, 'value');
  if (verdict)
    return isSame(value, result, defaults)
      ? undefined
      : `makes \`${shown(result)}\` of \`${shown(value)}\`, and calls get that as it is`;
  // Handlers have seen neither what a library takes out, nor, where JSON Schema refuses it, an array for an object.
  const isSeldom = isWithin(result, value, defaults) && mayBeAccepted(result);
  return isSeldom || [...asObjects(value)].some(mayBeAccepted)
    ? undefined
    : `accepts \`${shown(value)}\`, and its JSON Schema does not`;
}

/** Whether a result is the value, but for defaults of what it lacks. */
function isSame(value: unknown, result: unknown, defaults: readonly unknown[]): boolean {
  return isWithin(result, value, defaults) && isWithin(value, result, []);
}

/** Whether a value has nothing that the other lacks, but for defaults. */
function isWithin(value: unknown, other: unknown, defaults: readonly unknown[]): boolean {
  if (Array.isArray(value) && Array.isArray(other))
    return (
      value.length <= other.length && value.every((each, index) => isWithin(each, other[index], defaults))
    );
  if (!isObject(value) || !isObject(other)) return equal(value, other);
  return Object.entries(value).every(([key, each]) =>
    Object.hasOwn(other, key)
      ? isWithin(each, other[key], defaults)
      : each === undefined || defaults.some((one) => isSame(one, each, defaults)),
  );
}

function defaultsOf(schema: JsonSchema): readonly unknown[] {
  const found: unknown[] = [];
  walkSchema(schema, (node) => {
    if (isObject(node) && Object.hasOwn(node, 'default')) found.push(node['default']);
  });
  return found;
}

/** Whether libraries take a keyword less exactly, or more. */
const isSlightly = (keyword: string, given: unknown): boolean =>
  keyword === 'format' ||
  Object.entries<Limit<number>>(LIMITS.number).some(
    ([name, { isDisputed }]) => name === keyword && isDisputed?.(Number(given)) === true,
  );

/** Whether the text or the number that a library refuses, or JSON Schema does, may be so because of such a keyword. */
function isSlight(schema: JsonSchema, value: unknown, outcome: unknown): boolean {
  const bare = structuredClone(schema);
  const left = new Set<string>();
  walkSchema(bare, (node) => {
    if (!isObject(node)) return;
    for (const keyword of Object.keys(node)) {
      if (!isSlightly(keyword, node[keyword])) continue;
      left.add(keyword === 'format' ? 'string' : 'number');
      const mutable: MutableObject = node;
      delete mutable[keyword];
    }
  });
  if (left.size === 0) return false;
  const [issue] = [memberOf(outcome, 'issues')].flat();
  // The result is without what the library takes out.
  if (issue === undefined)
    return accepts(bare, memberOf(outcome, 'value'), (ref) => resolveRef(bare, ref)) !== false;
  const path = [memberOf(issue, 'path')].flat().filter((each) => each !== undefined);
  return left.has(
    typeof path.reduce((place, key) => memberOf(place, (memberOf(key, 'key') ?? key) as string), value),
  );
}

/** Longer values are cut. */
const LONGEST = 120;

function shown(value: unknown): string {
  const text = typeof value === 'bigint' ? `${value}n` : (JSON.stringify(value) ?? String(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
