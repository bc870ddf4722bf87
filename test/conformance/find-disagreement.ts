import type { JsonSchema, Validator } from '@btcp/core';
import { findLimits, mutateValue, Random, ValueSampler } from '@btcp/schema/internal';
import { judgeSchema } from '@btcp/schema/cross-check';

/** Values generated from each schema; each of them and every example is also tried with one change. */
const SAMPLES = 24;

/** A value on which a compiled validator and the schema itself disagree. */
export interface Disagreement {
  readonly value: unknown;
  /** What the compiled validator says; ajv, or the interpreter of schemas, says the opposite. */
  readonly accepts: boolean;
  /** Why ajv refuses it, where it does. */
  readonly reason: string;
}

/**
 * Looks for a value on which a compiled validator and the schema itself disagree: among examples, generated values, and changed
 * ones of both. Deterministic.
 *
 * @param schema - As published, in normal form.
 */
export function findDisagreement(
  schema: JsonSchema,
  validate: Validator,
  examples: readonly unknown[],
): Disagreement | undefined {
  const judge = judgeSchema(schema);
  for (const json of instancesOf(schema, examples)) {
    const value: unknown = JSON.parse(json);
    const verdict = judge(value);
    const accepts = validate(value).ok;
    if (verdict && verdict.accepts !== accepts) return { value, accepts, reason: verdict.reason };
  }
  return undefined;
}

function* instancesOf(schema: JsonSchema, examples: readonly unknown[]): Iterable<string> {
  const random = new Random(1);
  const sampler = new ValueSampler(schema, findLimits(schema), random);
  const samples = Array.from({ length: SAMPLES }, () => sampler.sample());
  for (const value of [...examples, ...samples]) {
    yield JSON.stringify(value);
    yield JSON.stringify(mutateValue(value, sampler, random));
  }
}
