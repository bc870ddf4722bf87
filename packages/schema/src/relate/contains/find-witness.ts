import type { JsonSchema } from '@btcp/core';
import { FORMATS } from '../../compile/formats.ts';
import { getOwn, isObject, mapValues, type MutableObject, omitKeys } from '../../model/own-property.ts';
import { walkSchema } from '../../model/walk-schema.ts';
import { equal } from '../../runtime/values.ts';
import { findUnmatched } from '../../pattern/find-unmatched.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';
import { boundaryValues, findLimits, mutateValue, varyValue } from '../sample/vary-value.ts';
import { Random, ValueSampler } from '../sample/value-sampler.ts';
import { countSteps, limitSteps, unlessTooLong } from './work.ts';

/** Values generated from a schema to look for a witness; each is also tried with one change. */
const SAMPLES = 60;
/** Of those that fit, how many are varied in each place, and maximum variations. */
const MAX_VARIED = 8;
const MAX_TRIES = 5_000;
/** Of the search for a string that two patterns tell apart. */
const MAX_STEPS = 20_000;
/** Maximum patterns, and names, that are tried of each schema. */
const MAX_OF_KIND = 8;

/** A value that fits one schema and not another one; `undefined` where none is found. Both are in normal form. */
export function findWitness(
  given: JsonSchema,
  wanted: JsonSchema,
  fits: (value: unknown) => boolean,
  isWanted: (value: unknown) => boolean,
): { readonly witness: unknown } | undefined {
  const isWitness = (value: unknown): boolean => fits(value) && !isWanted(value);
  const differing = differingOf(given, wanted);
  for (const sampled of equal(differing, given) ? [given] : [differing, given]) {
    const fitting: unknown[] = [];
    for (const value of samplesOf(sampled, wanted)) {
      if (isWitness(value)) return { witness: simplified(value, isWitness) };
      if (fits(value)) fitting.push(value);
    }
    let tries = 0;
    for (const value of variationsOf(fitting, sampled, wanted)) {
      if (isWitness(value)) return { witness: simplified(value, isWitness) };
      if (++tries > MAX_TRIES) break;
    }
  }
  return undefined;
}

/**
 * A schema that has, and requires, of its optional properties those that differ in another one, and of its choices those
 * that the other one lacks: small values suffice, and chance does not find one choice of thousands.
 */
function differingOf(given: unknown, wanted: unknown): JsonSchema {
  if (!isObject(given) || !isObject(wanted)) return given as JsonSchema; // part of one in normal form
  const { properties, items, required, $defs } = given;
  const [own, others] = [properties, wanted['properties']].map(objectOf);
  const always: readonly unknown[] = Array.isArray(required) ? required : [];
  const kept = Object.entries(own ?? {}).filter(
    ([name, schema]) => always.includes(name) || !equal(schema, getOwn(others ?? {}, name)),
  );
  return {
    ...given,
    ...(isObject(properties) && {
      properties: Object.fromEntries(
        kept.map(([name, schema]) => [name, differingOf(schema, getOwn(others ?? {}, name))]),
      ),
      required: [...new Set([...always, ...kept.map(([name]) => name)])],
    }),
    ...(isObject(items) && { items: differingOf(items, wanted['items']) }),
    ...(isObject($defs) && {
      $defs: mapValues($defs, (schema, name) => differingOf(schema, getOwn(objectOf(wanted['$defs']), name))),
    }),
    ...lackingChoices(given['enum'], wanted['enum']),
  };
}

/** The choices that another list lacks, if it lacks any. */
function lackingChoices(given: unknown, wanted: unknown): MutableObject {
  if (!Array.isArray(given) || !Array.isArray(wanted)) return {};
  const known = new Set<unknown>(wanted);
  const lacking = given.filter((choice) => !known.has(choice));
  return lacking.length > 0 ? { enum: lacking } : {};
}

const objectOf = (value: unknown): MutableObject => (isObject(value) ? value : {});

/** A plainer value of the same verdict: without members, and with `a` in the place of other characters. */
function simplified(witness: unknown, isWitness: (value: unknown) => boolean): unknown {
  let tries = 0;
  const plainerThan = (simple: unknown): unknown => {
    const weight = weightOf(simple);
    for (const varied of varyValue(simple, plainer)) {
      if (++tries > MAX_TRIES) return undefined;
      if (isWitness(varied) && weightOf(varied) < weight) return varied;
    }
    return undefined;
  };
  let simple = witness;
  for (let next = witness; next !== undefined; next = plainerThan(simple)) simple = next;
  return simple;
}

/** Members of which half are left out at once. */
const MANY_MEMBERS = 16;

// One after the other: a copy for each member of a large object takes long.
function* plainer(value: unknown): Iterable<unknown> {
  if (typeof value === 'string')
    for (const length of [value.length >> 1, value.length - 1, value.length])
      yield 'a'.repeat(Math.max(0, length));
  if (Array.isArray(value)) for (const index of value.keys()) yield value.toSpliced(index, 1);
  if (!isObject(value)) return;
  const members = Object.entries(value);
  const half = members.length >> 1;
  if (members.length >= MANY_MEMBERS)
    for (const kept of [members.slice(half), members.slice(0, half)]) yield Object.fromEntries(kept);
  for (const [name] of members) yield omitKeys(value, [name]);
}

function weightOf(value: unknown): number {
  const text = JSON.stringify(value);
  return text.length + text.replaceAll('a', '').length;
}

/** Values that often fit a schema, some of them at the limits of another one. */
export function* samplesOf(given: JsonSchema, wanted: JsonSchema): Iterable<unknown> {
  const random = new Random(1);
  const sampler = new ValueSampler(given, limitsOf(given, wanted), random);
  for (let count = 0; count < SAMPLES; count++) {
    const value = sampler.sample();
    yield value;
    yield mutateValue(value, sampler, random);
  }
}

const limitsOf = (...schemas: readonly JsonSchema[]): readonly number[] => [
  ...new Set(schemas.flatMap(findLimits)),
];

/** Values with another one in one of their places: at limits, of the choices and patterns of both schemas. */
function* variationsOf(values: readonly unknown[], given: JsonSchema, wanted: JsonSchema): Iterable<unknown> {
  const limits = limitsOf(given, wanted);
  const { texts, values: chosen, names } = piecesOf(given, wanted);
  const anything = [...new Set([...chosen, ...texts, ...limits, 0.5, 1e9, null, true, 'a', [], {}])];
  const sized = values.map((value) => ({ value, size: JSON.stringify(value).length }));
  const largest = sized.sort((a, b) => b.size - a.size).slice(0, MAX_VARIED);
  for (const { value } of [...largest, { value: null }])
    yield* varyValue(value, (each) => [
      ...boundaryValues(each, limits),
      ...anything,
      ...(Array.isArray(each) ? anything.map((item) => [...(each as unknown[]), item]) : []),
      ...(isObject(each) ? objectsNear(each, names) : []),
    ]);
}

const objectsNear = (object: MutableObject, names: readonly string[]): readonly unknown[] => [
  ...Object.keys(object).map((name) => omitKeys(object, [name])),
  ...names.flatMap((name) => SOME.map((item) => ({ ...object, [name]: item }))),
  { ...object, ...MANY },
];

const SOME: readonly unknown[] = ['a', 1, null];
const MANY: Readonly<Record<string, unknown>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };
const NAMING = ['properties', 'dependentRequired', 'dependentSchemas'];

interface Pieces {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];
  readonly names: readonly string[];
}

/** What decides verdicts: choices, the names of properties, and strings that a pattern of one schema only matches. */
function piecesOf(given: JsonSchema, wanted: JsonSchema): Pieces {
  const values = new Set<unknown>();
  const names = new Set<string>(['other']);
  const texts = new Set<string>();
  const patterns = [given, wanted].map((schema) => {
    const found = new Set<string>();
    walkSchema(schema, (node) => {
      if (!isObject(node)) return;
      const { const: constant, enum: list, required, pattern, format } = node;
      for (const value of [constant, list].flat()) if (value !== undefined) values.add(value);
      for (const named of NAMING.map((keyword) => node[keyword]))
        for (const name of isObject(named) ? Object.keys(named) : []) names.add(name);
      for (const name of Array.isArray(required) ? required : []) names.add(String(name));
      const known = FORMATS.get(String(format));
      for (const each of [pattern, known?.pattern]) if (typeof each === 'string') found.add(each);
      if (known?.example !== undefined) texts.add(known.example);
      for (const end of known?.integers ?? [])
        values
          .add(end - 1)
          .add(end)
          .add(end + 1);
    });
    return [...found].slice(0, MAX_OF_KIND).flatMap((pattern) => parsePattern(pattern) ?? []);
  });
  const [own = [], others = []] = patterns;
  for (const a of [undefined, ...own])
    for (const b of [NOTHING, ...others]) {
      const found = unmatched(a === undefined ? [] : [a], b);
      if (typeof found === 'object') texts.add(found.text);
    }
  return { texts: [...texts], values: [...values], names: [...names].slice(0, MAX_OF_KIND * 2) };
}

const unmatched = (given: readonly PatternNode[], wanted: PatternNode): ReturnType<typeof findUnmatched> =>
  unlessTooLong(undefined, () => limitSteps(MAX_STEPS, () => findUnmatched(given, wanted, countSteps)));

/** Matches no string. */
const NOTHING: PatternNode = {
  kind: 'sequence',
  parts: [{ kind: 'start' }, { kind: 'set', ranges: [] }, { kind: 'end' }],
};
