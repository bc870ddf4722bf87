import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type { Validator } from '@btcp/core';
import { generateSync } from 'json-schema-faker';
import { check_compat as checkCompat, initSync } from 'jsoncompat';
import { expect, it } from 'vitest';
import { isFull, runs } from '../../../../test/support/runs.ts';
import { compileSchema } from '../compile/compile-schema.ts';
import { findLimits, mutateValue } from '../relate/sample/vary-value.ts';
import { Random, ValueSampler } from '../relate/sample/value-sampler.ts';
import { compareManifests } from './compare-manifests.ts';
import type { ChangeFinding } from './rules.ts';
import { changedSchemas, type Schema } from '../../test/fixtures/arbitrary-change.ts';

import fc from 'fast-check';

const PAIRS = runs(isFull ? 20_000 : 5_000);
const SAMPLES = 12;
/** Of pairs that jsoncompat, which takes long, is asked about, too. */
const SECOND_OPINIONS = 160;

const tool = { name: 'getCell', description: 'Returns a cell.', capabilities: [] };
const manifest = (where: string, schema: Schema) => ({
  tools: [{ ...tool, inputSchema: {}, [`${where}Schema`]: schema }],
});

/** What is said of a change, and which values show that it breaks callers. */
function compared(where: string, old: Schema, now: Schema) {
  const { bump, findings } = compareManifests(manifest(where, old), manifest(where, now), { strict: true });
  const [given, wanted] = where === 'input' ? [old, now] : [now, old];
  const ofDefaults = findings.filter(({ id }) => id.startsWith('default-'));
  const others = findings.filter((finding) => !ofDefaults.includes(finding));
  const [filled, witnesses] = [witnessesOf(ofDefaults), witnessesOf(others)];
  const isUndecided = witnesses.length === 0 && findings.some(({ id }) => id === 'undecided');
  return { bump, ofDefaults, given, wanted, filled, witnesses, isUndecided };
}

const witnessesOf = (findings: readonly ChangeFinding[]): readonly unknown[] =>
  findings.flatMap((finding) => ('witness' in finding ? [finding.witness] : []));

/** Whether two validators accept a value and fill other defaults into it. */
const fillsOtherwise =
  (a: Validator, b: Validator): ((value: unknown) => boolean) =>
  (value) => {
    const [was, is] = value === undefined ? [] : [a(value), b(value)];
    return was?.ok === true && is?.ok === true && !isDeepStrictEqual(was.value, is.value);
  };

/** Whether a value fits one validator and not the other. */
const separates =
  (fits: Validator, isWanted: Validator): ((value: unknown) => boolean) =>
  (value) =>
    value !== undefined && fits(value).ok && !isWanted(value).ok;

/** Values that a schema probably accepts, of three generators. */
function* valuesOf(given: Schema, wanted: Schema, samples: number): Iterable<unknown> {
  const random = new Random(7);
  const sampler = new ValueSampler(given, [...findLimits(given), ...findLimits(wanted)], random);
  for (let count = 0; count < samples; count++) {
    const value = sampler.sample();
    yield value;
    yield mutateValue(value, sampler, random);
  }
  yield* fc.sample(arbitraryValue(given), { seed: 7, numRuns: Math.ceil(samples / 4) });
  for (let seed = 0; seed < samples / 10; seed++) yield fakeValue(given, seed);
}

function fakeValue(schema: Schema, seed: number): unknown {
  try {
    return generateSync(schema, { seed });
  } catch {
    return undefined;
  }
}

const valuesWhere = (is: (value: unknown) => boolean, values: Iterable<unknown>): readonly unknown[] =>
  [...values].filter((value) => is(value));

it('never calls a change safe that some value shows to break callers', () => {
  const seen = { breaking: 0, compatible: 0, equal: 0, undecided: 0 };
  const law = fc.property(changedSchemas, fc.constantFrom('input', 'output'), ([old, now], where) => {
    const { bump, ofDefaults, given, wanted, filled, witnesses, isUndecided } = compared(where, old, now);
    const [fits, isWanted] = [compileSchema(given), compileSchema(wanted)];
    const [breaks, differs] = [separates(fits, isWanted), separates(isWanted, fits)];
    const fills = where === 'input' ? fillsOtherwise(fits, isWanted) : () => false;
    const isEqual = bump === 'patch' || bump === 'none';
    const isBreaking = bump === 'major';
    seen[isUndecided ? 'undecided' : isBreaking ? 'breaking' : isEqual ? 'equal' : 'compatible'] += 1;
    const needsWitness = isBreaking && !isUndecided && ofDefaults.length === 0;
    expect(needsWitness && witnesses.length === 0).toBe(false);
    expect(witnesses.filter((value) => !breaks(value))).toEqual([]);
    expect(filled.filter((value) => !fills(value))).toEqual([]);
    expect(isBreaking ? [] : valuesWhere(breaks, valuesOf(given, wanted, SAMPLES))).toEqual([]);
    const isOther = (value: unknown): boolean => differs(value) || fills(value);
    expect(isEqual ? valuesWhere(isOther, valuesOf(wanted, given, SAMPLES)) : []).toEqual([]);
  });
  fc.assert(law, { seed: 13, numRuns: PAIRS });
  process.stdout.write(`${PAIRS} changed schemas: ${JSON.stringify(seen)}\n`);
  expect(seen.undecided).toBeLessThan(0.05 * PAIRS);
});

it('looks for a value all the more where jsoncompat calls a change breaking', () => {
  const wasm = createRequire(import.meta.url).resolve('jsoncompat/jsoncompat_wasm_bg.wasm');
  initSync({ module: readFileSync(wasm) });
  // What it calls safe although there is a witness, which is tried above, is refuted.
  const seen = { agreed: 0, refuted: 0, doubted: 0, none: 0 };
  const wrong: unknown[] = [];
  for (const [old, now] of fc.sample(changedSchemas, { seed: 7, numRuns: runs(SECOND_OPINIONS) })) {
    const { given, wanted, bump, witnesses } = compared('input', old, now);
    const isSafe = secondOpinion(given, wanted);
    if (isSafe === undefined) seen.none += 1;
    else if (isSafe) seen[witnesses.length > 0 ? 'refuted' : 'agreed'] += 1;
    else if (bump === 'major') seen.agreed += 1;
    else {
      seen.doubted += 1;
      wrong.push(
        ...valuesWhere(
          separates(compileSchema(given), compileSchema(wanted)),
          valuesOf(given, wanted, 20 * SAMPLES),
        ),
      );
    }
  }
  process.stdout.write(`jsoncompat: ${JSON.stringify(seen)}\n`);
  expect(wrong).toEqual([]);
  expect(seen.agreed).toBeGreaterThan(seen.refuted + seen.doubted + seen.none);
});

/** Whether jsoncompat thinks that one schema accepts all that the other does; it gives up on some. */
function secondOpinion(given: Schema, wanted: Schema): boolean | undefined {
  try {
    return checkCompat(JSON.stringify(given), JSON.stringify(wanted), 'deserializer');
  } catch {
    return undefined;
  }
}

const STRINGS = fc.constantFrom(
  '',
  'a',
  'ab',
  'open',
  'paid',
  'sent',
  'A1',
  '2024-05',
  '2024-05-06',
  'a@b.example',
  'x'.repeat(10),
);
const NUMBERS = fc.oneof(fc.integer({ min: -4, max: 21 }), fc.constantFrom(0.5, 1.5, -2.5));
const OF_TYPE: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  string: STRINGS,
  number: NUMBERS,
  integer: NUMBERS.map(Math.round),
  boolean: fc.boolean(),
  null: fc.constant(null),
};
const ANYTHING = fc.oneof(...Object.values(OF_TYPE));
const MAX_DEPTH = 4;

/** Values of the shape of a schema, which mostly keep its limits; written apart from the samplers of the package. */
export function arbitraryValue(
  schema: unknown,
  root: Schema = schema as Schema,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null || depth > MAX_DEPTH) return ANYTHING;
  const { $ref: ref, enum: values, const: value, anyOf, oneOf, allOf, type, ...rest } = schema as Schema;
  const below = (each: unknown): fc.Arbitrary<unknown> => arbitraryValue(each, root, depth + 1);
  if (typeof ref === 'string') return below((root['$defs'] as Schema | undefined)?.[ref.split('/')[2] ?? '']);
  if (Array.isArray(values)) return fc.constantFrom<unknown>(...values);
  if (value !== undefined) return fc.constant(value);
  const branches = [anyOf, oneOf].find((each) => Array.isArray(each));
  if (branches !== undefined) return fc.oneof(...branches.map(below));
  if (Array.isArray(allOf))
    return fc.tuple(...allOf.map(below)).map((parts): unknown => Object.assign({}, ...parts));
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return fc.oneof(
    ...types.map((each) => {
      if (each === 'object') return objectOf(rest, below);
      if (each === 'array') return arrayOf(rest, below);
      return OF_TYPE[String(each)] ?? ANYTHING;
    }),
  );
}

type Below = (schema: unknown) => fc.Arbitrary<unknown>;

function objectOf(
  { properties, required, additionalProperties: others }: Schema,
  below: Below,
): fc.Arbitrary<unknown> {
  const named = Object.entries((properties ?? {}) as Schema).map(([name, each]) => [name, below(each)]);
  const requiredKeys = ((required ?? []) as string[]).filter((name) =>
    Object.hasOwn((properties ?? {}) as Schema, name),
  );
  const model = Object.fromEntries(named) as Record<string, fc.Arbitrary<unknown>>;
  const object = fc.record(model, { requiredKeys, noNullPrototype: true });
  if (others === false) return object;
  const more = fc.dictionary(fc.constantFrom('cell', 'note', 'x-id', 'OTHER'), below(others), {
    maxKeys: 1,
    noNullPrototype: true,
  });
  return fc.tuple(more, object).map(([extra, own]) => ({ ...extra, ...own }));
}

function arrayOf({ items, prefixItems, minItems }: Schema, below: Below): fc.Arbitrary<unknown> {
  if (Array.isArray(prefixItems)) return fc.tuple(...prefixItems.map(below));
  const minLength = Number(minItems ?? 0);
  return fc.array(below(items), { minLength, maxLength: minLength + 2 });
}
