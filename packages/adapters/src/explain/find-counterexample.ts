import type { JsonSchema, JsonSchemaObject, Validator } from '@btcp/core';
import {
  getOwn,
  intersectSchemas,
  isObject,
  mapValues,
  omitKeys,
  parsePointer,
  type MutableObject,
} from '@btcp/schema';
import { compileSchema } from '@btcp/schema/compile';
import type { Change } from '../lower/change.ts';
import { findLimits } from './find-limits.ts';
import { mutateValue } from './mutate-value.ts';
import { Random } from './random.ts';
import { ValueSampler } from './sample-values.ts';

/** Values that are tried for each change. */
const TRIES = 400;

/** Of so many values found, the shortest is shown. */
const ENOUGH = 8;

/** A value found in a search. */
export interface Found {
  readonly value: unknown;
}

const accepts = (validator: Validator<unknown>, value: unknown): boolean => validator(value).ok;

/**
 * A value that a schema refuses and what a target advertises accepts, because of one change.
 *
 * @param original - The tool's input schema, normalised.
 */
export function findWidened(
  original: JsonSchemaObject,
  advertised: Validator<unknown>,
  change: Change,
): Found | undefined {
  const own = compileSchema(original);
  for (const relaxed of relaxations(original, change)) {
    const without = compileIfPossible(relaxed);
    const isSought = (value: unknown): boolean =>
      !accepts(own, value) &&
      accepts(advertised, value) &&
      (without === undefined || accepts(without, value));
    const found = search(relaxed, findLimits(original), isSought);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A value that a schema accepts and what a target advertises refuses.
 *
 * @param original - The tool's input schema, normalised; closed where the target closes objects.
 */
export function findNarrowed(original: JsonSchemaObject, advertised: Validator<unknown>): Found | undefined {
  const own = compileSchema(original);
  return search(
    original,
    findLimits(original),
    (value) => accepts(own, value) && !accepts(advertised, value),
  );
}

/** Tries values of a schema, and values near them. */
function search(
  schema: JsonSchema,
  limits: readonly number[],
  isSought: (value: unknown) => boolean,
): Found | undefined {
  const random = new Random(4);
  const sampler = new ValueSampler(schema, limits, random);
  const found: unknown[] = [];
  for (let count = 0; count < TRIES && found.length < ENOUGH; count++) {
    const value = sampler.sample();
    found.push(...[value, mutateValue(value, sampler, random)].filter(isSought));
  }
  const sizes = found.map((value) => ({ value, size: JSON.stringify(value).length }));
  const [shortest] = sizes.sort((a, b) => a.size - b.size);
  return shortest && { value: shortest.value };
}

function compileIfPossible(schema: JsonSchema): Validator<unknown> | undefined {
  try {
    return compileSchema(schema);
  } catch {
    // Without one keyword, another may mean nothing any more; then the value is only not attributed to the change.
    return undefined;
  }
}

/** The schema without what a change took away; and, where values must first be led to it, with what it was about. */
function relaxations(original: JsonSchemaObject, { path, keyword }: Change): readonly JsonSchemaObject[] {
  const tokens = parsePointer(path);
  if (keyword === undefined || tokens === undefined) return [original];
  const relaxed = rewriteAt(original, tokens, (schema) => withoutKeyword(schema, keyword));
  const led = rewriteAt(original, tokens, (schema) => ledTo(schema, keyword));
  return led === undefined ? [relaxed ?? original] : [led, relaxed ?? original];
}

function withoutKeyword(schema: MutableObject, keyword: string): MutableObject {
  const rest = omitKeys(schema, [keyword]);
  return keyword === 'oneOf' ? { ...rest, anyOf: schema['oneOf'] } : rest;
}

/** Keywords that concern only values which fit a schema below them. */
function ledTo(schema: MutableObject, keyword: string): MutableObject | undefined {
  const condition = keyword === 'then' || keyword === 'else' ? 'if' : keyword;
  if (condition !== 'not' && condition !== 'if') return undefined;
  const rest = omitKeys(
    schema,
    ['not', 'if', 'then', 'else'].filter((key) => key === condition || condition === 'if'),
  );
  const led = intersectSchemas([rest, (getOwn(schema, condition) ?? true) as JsonSchema], () => undefined);
  return isObject(led) ? led : undefined;
}

/** A copy of a schema with the one at a pointer rewritten; nothing where there is none. */
function rewriteAt(
  value: MutableObject,
  tokens: readonly string[],
  rewrite: (schema: MutableObject) => MutableObject | undefined,
): MutableObject | undefined {
  const [token, ...rest] = tokens;
  if (token === undefined) return rewrite(value);
  const below = getOwn(value, token);
  if (Array.isArray(below)) {
    const [index, ...deeper] = rest;
    const item: unknown = below[Number(index)];
    const rewritten = isObject(item) ? rewriteAt(item, deeper, rewrite) : undefined;
    return rewritten && { ...value, [token]: below.with(Number(index), rewritten) };
  }
  const rewritten = isObject(below) ? rewriteAt(below, rest, rewrite) : undefined;
  return rewritten && mapValues(value, (member, key) => (key === token ? rewritten : member));
}
