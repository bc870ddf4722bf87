import type { JsonSchema, Validator } from '@btcp/core';
import { findLimits, mutateValue } from '../relate/sample/vary-value.ts';
import { Random } from '../relate/sample/random.ts';
import { ValueSampler } from '../relate/sample/value-sampler.ts';
import { ajvVerdict, hasInheritedName, sharedAjv } from './ajv-verdict.ts';

/** Values generated from each schema; each of them and every example is also tried with one change. */
const SAMPLES = 24;

/** A value on which a compiled validator and ajv disagree. */
export interface Disagreement {
  readonly value: unknown;
  /** What the compiled validator says; ajv says the opposite. */
  readonly accepts: boolean;
  /** Why ajv refuses it, where it does. */
  readonly reason: string;
}

/**
 * Looks for a value on which a compiled validator and ajv, reading the schema itself, disagree: among examples,
 * generated values, and changed ones of both. Deterministic.
 *
 * @param schema - As published, in normal form, without slow patterns.
 * @returns The shortest of those found.
 * @throws Error when ajv cannot judge the schema.
 */
export function findDisagreement(
  schema: JsonSchema,
  validate: Validator,
  examples: readonly unknown[],
): Disagreement | undefined {
  const verdictOn = ajvVerdict(sharedAjv(), schema);
  const found: { readonly disagreement: Disagreement; readonly size: number }[] = [];
  for (const json of instancesOf(schema, examples)) {
    const value: unknown = JSON.parse(json);
    const verdict = verdictOn(value);
    const accepts = validate(value).ok;
    if (verdict !== undefined && verdict.accepts !== accepts && !hasInheritedName(json))
      found.push({ disagreement: { value, accepts, reason: verdict.reason }, size: json.length });
  }
  return found.sort((a, b) => a.size - b.size)[0]?.disagreement;
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
