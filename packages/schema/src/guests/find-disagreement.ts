import { isObject, type MutableObject } from '../model/own-property.ts';
import { resolveRef } from '../model/references/resolve-ref.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { accepts } from '../relate/accepts.ts';
import { findLimits, mutateValue, varyValue } from '../relate/sample/vary-value.ts';
import { Random } from '../relate/sample/random.ts';
import { ValueSampler } from '../relate/sample/value-sampler.ts';
import { equal } from '../runtime/json-value.ts';
import type { JsonSchema } from '@btcp/core';
import { memberOf } from './guest-problem.ts';

/** A value that a library treats otherwise than JSON Schema says. */
export interface Disagreement {
  /** What the library does with it, and JSON Schema does not: the rest of a sentence. */
  readonly said: string;
  /** Whether it may be only about a `format`, or about a fraction in `multipleOf`, of which libraries have their own ideas. */
  readonly isSlight: boolean;
}

/** Values to try; changes of each, in one place; and values of which every text is varied, too. */
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
export function findDisagreement(
  schema: JsonSchema,
  validate: (value: unknown) => unknown,
): Disagreement | undefined {
  const resolve = (ref: string): unknown => resolveRef(schema, ref);
  const isAccepted = (value: unknown): boolean => accepts(schema, value, resolve) === true;
  const defaults = defaultsOf(schema);
  const judge = (value: unknown, text: string): Disagreement | undefined => {
    const verdict = accepts(schema, value, resolve);
    if (verdict === undefined) return undefined;
    const outcome = validate(JSON.parse(text) as unknown);
    const said = differenceFrom(outcome, value, verdict, isAccepted, defaults);
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
  for (let count = 0; count < VALUES; count++) {
    const value = sampler.sample();
    yield value;
    for (let change = 0; change < CHANGES; change++) yield mutateValue(value, sampler, random);
    if (count >= VARIED) continue;
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
  isAccepted: (value: unknown) => boolean,
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
  const isSeldom = isWithin(result, value, defaults) && isAccepted(result);
  return isSeldom || [...asObjects(value)].some(isAccepted)
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

/** Keywords that libraries take less exactly, or more. */
const SLIGHT: Readonly<Record<string, (given: unknown) => boolean>> = {
  format: () => true,
  multipleOf: (given) => !Number.isInteger(given),
};

/** Whether the text or the number that a library refuses, or JSON Schema does, may be so because of such a keyword. */
function isSlight(schema: JsonSchema, value: unknown, outcome: unknown): boolean {
  const bare = structuredClone(schema);
  const left = new Set<string>();
  walkSchema(bare, (node) => {
    if (!isObject(node)) return;
    for (const [keyword, isSlightly] of Object.entries(SLIGHT)) {
      if (!Object.hasOwn(node, keyword) || !isSlightly(node[keyword])) continue;
      left.add(keyword === 'format' ? 'string' : 'number');
      const mutable: MutableObject = node;
      delete mutable[keyword];
    }
  });
  if (left.size === 0) return false;
  const [issue] = [memberOf(outcome, 'issues')].flat();
  // The result is without what the library takes out.
  if (issue === undefined)
    return accepts(bare, memberOf(outcome, 'value'), (ref) => resolveRef(bare, ref)) === true;
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
