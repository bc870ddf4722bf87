import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import type { Validator } from '@btcp/core';
import fc from 'fast-check';
import { generateSync } from 'json-schema-faker';
import { check_compat as checkCompat, initSync } from 'jsoncompat';
import { expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { compileSchema } from '../compile/compile-schema.ts';
import { findLimits, mutateValue } from '../relate/sample/vary-value.ts';
import { Random } from '../relate/sample/random.ts';
import { ValueSampler } from '../relate/sample/value-sampler.ts';
import { compareManifests } from './compare-manifests.ts';
import type { ChangeFinding } from './rules.ts';
import { changedSchemas, type Schema } from './fixtures/arbitrary-change.ts';
import { arbitraryValue } from './fixtures/arbitrary-value.ts';

const PAIRS = runs(20_000);
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
