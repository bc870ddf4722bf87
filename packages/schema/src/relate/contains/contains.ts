import type { JsonSchema, Validator } from '@btcp/core';
import { compileSchema } from '../../compile/compile-schema.ts';
import { equal } from '../../runtime/json-value.ts';
import { normalizeSchema } from '../../model/normalize-schema.ts';
import { conjoin } from './conjunction.ts';
import { findWitness } from './find-witness.ts';
import { hasSlowPattern } from '../../pattern/safe-pattern.ts';
import { Prover } from './prover.ts';
import { limitSteps, unlessTooLong } from './work.ts';

/** Whether a schema accepts all that another one accepts. */
export type Containment =
  | { readonly answer: 'yes' }
  /** It refuses the witness, which the other schema accepts. */
  | { readonly answer: 'no'; readonly witness: unknown }
  | { readonly answer: 'unknown' };

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
  if (prove(a.schema, b.schema)) return { answer: 'yes' };
  if (hasSlowPattern(a.schema) || hasSlowPattern(b.schema)) return UNKNOWN;
  const validators = compileBoth(a.schema, b.schema, compile);
  if (validators === undefined) return UNKNOWN;
  const [fits, isWanted] = validators.map((validator) => (value: unknown) => validator(value).ok);
  const found = fits && isWanted && findWitness(a.schema, b.schema, fits, isWanted);
  return found === undefined ? UNKNOWN : { answer: 'no', ...found };
}

/** The same, without looking for a witness: whether it is proven. Needs no eval. */
export function isProvenToContain(given: unknown, wanted: unknown): boolean {
  const [a, b] = [normalizeSchema(given), normalizeSchema(wanted)];
  return a.issues.length + b.issues.length === 0 && prove(a.schema, b.schema);
}

function prove(given: JsonSchema, wanted: JsonSchema): boolean {
  if (equal(given, wanted)) return true;
  const term = { schema: wanted, root: wanted };
  return unlessTooLong(false, () =>
    limitSteps(MAX_STEPS, () => new Prover().prove(conjoin([{ schema: given, root: given }]), term)),
  );
}

function compileBoth(
  given: JsonSchema,
  wanted: JsonSchema,
  compile: Compile,
): readonly [given: Validator, wanted: Validator] | undefined {
  try {
    return [compile(given), compile(wanted)];
  } catch {
    return undefined;
  }
}
