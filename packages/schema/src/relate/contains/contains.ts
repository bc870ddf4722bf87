import type { JsonSchema, Validator } from '@btcp/core';
import { compileSchema } from '../../compile/compile-schema.ts';
import { equal } from '../../runtime/json-value.ts';
import { findLimits } from '../sample/find-limits.ts';
import { mutateValue } from '../sample/mutate-value.ts';
import { Random } from '../sample/random.ts';
import { ValueSampler } from '../sample/value-sampler.ts';
import { normalizeSchema } from '../../model/normalize-schema.ts';
import { conjoin } from './conjunction.ts';
import { isSlowToTry } from './is-slow-to-try.ts';
import { Prover } from './prover.ts';
import type { Candidates } from './question.ts';
import { limitSteps, unlessTooLong } from './work.ts';

/** Whether a schema accepts all that another one accepts. */
export type Containment =
  | { readonly answer: 'yes' }
  /** It refuses the witness, which the other schema accepts. */
  | { readonly answer: 'no'; readonly witness: unknown }
  | { readonly answer: 'unknown' };

/** Values generated from a schema to look for a witness; each is also tried with one change. */
const SAMPLES = 60;

/** Compiles a normalised schema. */
type Compile = (schema: JsonSchema) => Validator;

/** Maximum steps of one proof: some forty times what schemas of real tools take. */
const MAX_STEPS = 50_000;

const UNKNOWN: Containment = { answer: 'unknown' };

/**
 * Answers whether `wanted` accepts everything that `given` accepts: yes where that is proven, no where a witness is
 * confirmed by the validators of both, unknown where neither is found in a number of steps. Deterministic. Needs eval,
 * to try values.
 *
 * @param given - Any schema, as `normalizeSchema` takes it; of an unreadable one, nothing is known.
 * @param compile - `compileSchema`, or one that remembers what it compiled.
 */
export function contains(given: unknown, wanted: unknown, compile: Compile = compileSchema): Containment {
  const [a, b] = [normalizeSchema(given), normalizeSchema(wanted)];
  if (a.issues.length + b.issues.length > 0) return UNKNOWN;
  const candidates = prove(a.schema, b.schema);
  if (candidates === undefined) return { answer: 'yes' };
  if (isSlowToTry(a.schema) || isSlowToTry(b.schema)) return UNKNOWN;
  const validators = compileBoth(a.schema, b.schema, compile);
  return validators === undefined ? UNKNOWN : findWitness(a.schema, b.schema, candidates, validators);
}

/** The same, without looking for a witness: whether it is proven. Needs no eval. */
export function isProvenToContain(given: unknown, wanted: unknown): boolean {
  const [a, b] = [normalizeSchema(given), normalizeSchema(wanted)];
  return a.issues.length + b.issues.length === 0 && prove(a.schema, b.schema) === undefined;
}

/** `undefined` where it is proven; else candidates for a witness. */
function prove(given: JsonSchema, wanted: JsonSchema): Candidates | undefined {
  if (equal(given, wanted)) return undefined;
  const term = { schema: wanted, root: wanted };
  return unlessTooLong<Candidates | undefined>([], () =>
    limitSteps(MAX_STEPS, () => new Prover().prove(conjoin([{ schema: given, root: given }]), term)),
  );
}

function findWitness(
  given: JsonSchema,
  wanted: JsonSchema,
  candidates: readonly unknown[],
  [fits, isWanted]: Validators,
): Containment {
  for (const value of [...candidates, ...samplesOf(given, wanted)]) {
    if (value !== undefined && fits(value).ok && !isWanted(value).ok) return { answer: 'no', witness: value };
  }
  return UNKNOWN;
}

type Validators = readonly [given: Validator, wanted: Validator];

function compileBoth(given: JsonSchema, wanted: JsonSchema, compile: Compile): Validators | undefined {
  try {
    return [compile(given), compile(wanted)];
  } catch {
    return undefined;
  }
}

/** Values that often fit a schema, some of them at the limits of another one. */
export function* samplesOf(given: JsonSchema, wanted: JsonSchema): Iterable<unknown> {
  const random = new Random(1);
  const limits = [...new Set([...findLimits(given), ...findLimits(wanted)])];
  const sampler = new ValueSampler(given, limits, random);
  for (let count = 0; count < SAMPLES; count++) {
    const value = sampler.sample();
    yield value;
    yield mutateValue(value, sampler, random);
  }
}
