import type { JsonSchema, Validator } from '@btcp/core';
import type { Ajv } from 'ajv';
import { isObject } from '../model/own-property.ts';
import { resolveRef } from '../model/references/resolve-ref.ts';
import { walkSchema } from '../model/walk-schema.ts';
import { accepts } from '../relate/accepts.ts';
import { hasSlowPattern } from '../pattern/safe-pattern.ts';
import { findLimits } from '../relate/sample/find-limits.ts';
import { mutateValue } from '../relate/sample/mutate-value.ts';
import { Random } from '../relate/sample/random.ts';
import { ValueSampler } from '../relate/sample/value-sampler.ts';
import { addOwnFormats, ajvVerdict, createAjv, hasInheritedName, type Verdict } from './ajv-verdict.ts';

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

// Creating one takes as long as compiling several schemas.
const shared = new Map<boolean, Ajv>();

function sharedAjv(useDefaults = false): Ajv {
  const ajv = shared.get(useDefaults) ?? addOwnFormats(createAjv(undefined, { useDefaults }));
  shared.set(useDefaults, ajv);
  return ajv;
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

/**
 * Judges values by a schema itself, without its compiled validator: by ajv, and where that is slow or known to be wrong, by
 * the interpreter of schemas.
 *
 * @param schema - As published, in normal form.
 * @returns Gives the verdict on a JSON value; `undefined` where none is known.
 */
export function judgeSchema(schema: JsonSchema): (value: unknown) => Verdict | undefined {
  const byAjv = hasSlowPattern(schema) ? undefined : judgeWith(sharedAjv(), schema);
  return (value) => {
    const verdict = byAjv?.(value);
    if (verdict) return verdict;
    const isAccepted = accepts(schema, value, (ref) => resolveRef(schema, ref));
    return isAccepted === undefined ? undefined : { accepts: isAccepted, reason: '' };
  };
}

/**
 * Says with which defaults an accepted value is passed on, without the compiled validator: by ajv.
 *
 * @param schema - As published, in normal form.
 * @returns Gives the value with its defaults; `undefined` where ajv is no judge.
 */
export function judgeDefaults(
  schema: JsonSchema,
): (value: unknown) => { readonly value: unknown } | undefined {
  if (!JSON.stringify(schema).includes('"default":')) return (value) => ({ value });
  const fill = fillsAsValidatorsDo(schema) ? judgeWith(sharedAjv(true), schema) : undefined;
  return (value) => {
    const copy = structuredClone(value);
    const verdict = fill?.(copy);
    return verdict && { value: verdict.accepts ? copy : value };
  };
}

function judgeWith(ajv: Ajv, schema: JsonSchema): ReturnType<typeof ajvVerdict> | undefined {
  try {
    const verdictOn = ajvVerdict(ajv, schema);
    return (value) => (hasInheritedName(JSON.stringify(value)) ? undefined : verdictOn(value));
  } catch {
    return undefined;
  }
}

/** Places that every value of the schema is held to: unions, conditions and tests are none, and ajv fills in others there. */
const CERTAIN =
  /^(?:\/(?:properties|\$defs)\/[^/]*|\/(?:items|additionalProperties)|\/(?:prefixItems|allOf)\/\d+)*$/;

function fillsAsValidatorsDo(schema: JsonSchema): boolean {
  if (hasSlowPattern(schema) || hasInheritedName(JSON.stringify(schema))) return false;
  let isKnown = true;
  walkSchema(schema, (node, path) => {
    if (!isObject(node)) return;
    const hasDefault = Object.hasOwn(node, 'default');
    // A validator also takes the default of a definition, or of a part, for that of the property.
    if (hasDefault && !/\/properties\/[^/]*$/.test(path)) isKnown = false;
    if ((hasDefault || Object.hasOwn(node, '$ref')) && !CERTAIN.test(path)) isKnown = false;
  });
  return isKnown;
}
