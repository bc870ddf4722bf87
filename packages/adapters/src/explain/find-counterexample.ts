import type { JsonSchema, JsonSchemaObject, Validator } from '@btcp/core';
import {
  findLimits,
  getAtPointer,
  getOwn,
  intersectSchemas,
  isObject,
  joinPointer,
  mutateValue,
  omitKeys,
  parsePointer,
  Random,
  resolveRef,
  setOwn,
  ValueSampler,
  type MutableObject,
  type ResolveForMerge,
} from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import type { ExportChange } from '../lower/rules.ts';

/** Values to try for each change. */
const TRIES = 400;

/** The shortest of so many values is shown. */
const MAX_FOUND = 8;

const accepts = (validator: Validator, value: unknown): boolean => validator(value).ok;

/** A tool's input schema, and the one that a target advertises. */
export interface Validators {
  /** Normalised. */
  readonly original: JsonSchemaObject;
  readonly own: Validator;
  readonly advertised: Validator;
}

/**
 * A value that a schema refuses and what a target advertises accepts, because of one change.
 *
 * @param beside - The keywords that other changes removed at the same place: several may have one effect together.
 */
export function findWidened(
  { original, own, advertised }: Validators,
  change: ExportChange,
  beside: readonly string[],
): unknown {
  for (const relaxed of relaxations(original, change, beside)) {
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
 * @param isClosed - Whether the target refuses undeclared properties, which it may.
 */
export function findNarrowed({ original, own, advertised }: Validators, isClosed: boolean): unknown {
  const isSought = (value: unknown): boolean => accepts(own, value) && !accepts(advertised, value);
  return search(original, findLimits(original), isSought, !isClosed);
}

/** Tries values of a schema and, where they may have undeclared properties, values near them. */
function search(
  schema: JsonSchema,
  limits: readonly number[],
  isSought: (value: unknown) => boolean,
  addsProperties: boolean = true,
): unknown {
  const random = new Random(4);
  const sampler = new ValueSampler(schema, limits, random, addsProperties);
  const found: unknown[] = [];
  for (let count = 0; count < TRIES && found.length < MAX_FOUND; count++) {
    const value = sampler.sample();
    const near = addsProperties ? [mutateValue(value, sampler, random)] : [];
    found.push(...[value, ...near].filter(isSought));
  }
  const sizes = found.map((value) => ({ value, size: JSON.stringify(value).length }));
  const [shortest] = sizes.sort((a, b) => a.size - b.size);
  return shortest?.value;
}

function compileIfPossible(schema: JsonSchema): Validator | undefined {
  try {
    return compileSchema(schema);
  } catch {
    // Without one keyword, another may have no effect; then the value is only not attributed to the change.
    return undefined;
  }
}

/**
 * The schema without what a change removed; also with the condition of a conditional keyword, and without all that was
 * removed at the same place.
 */
function relaxations(
  original: JsonSchemaObject,
  { path, keyword }: ExportChange,
  beside: readonly string[],
): readonly JsonSchemaObject[] {
  const tokens = parsePointer(path);
  if (tokens === undefined) return [original];
  // A schema that nothing fits is exported as one that anything fits.
  if (keyword === undefined) return [rewriteAt(original, tokens, () => ({})) ?? original];
  const resolve: ResolveForMerge = (ref) => resolveRef(original, ref);
  const without = (keywords: readonly string[]): JsonSchemaObject =>
    rewriteAt(original, tokens, (schema) =>
      keywords.reduce((rest, each) => withoutKeyword(rest, each, resolve), schema),
    ) ?? original;
  const led = rewriteAt(original, tokens, (schema) => withCondition(schema, keyword));
  return [
    ...(led === undefined ? [] : [led]),
    without([keyword]),
    ...(beside.length > 0 ? [without([keyword, ...beside])] : []),
  ];
}

function withoutKeyword(schema: MutableObject, keyword: string, resolve: ResolveForMerge): MutableObject {
  // A constant may have become an `enum` before.
  const names = keyword === 'enum' ? ['enum', 'const'] : [keyword];
  if (names.some((name) => Object.hasOwn(schema, name))) {
    const rest = omitKeys(schema, names);
    return keyword === 'oneOf' ? { ...rest, anyOf: schema['oneOf'] } : rest;
  }
  // The keyword came from a schema that was merged.
  const { $ref } = schema;
  const target = typeof $ref === 'string' ? resolve($ref) : undefined;
  const merged =
    target === undefined ? undefined : intersectSchemas([omitKeys(schema, ['$ref']), target], resolve);
  return isObject(merged) ? omitKeys(merged, [keyword]) : schema;
}

/** The schema merged with the condition of a keyword such as `then`, so that values meet it. */
function withCondition(schema: MutableObject, keyword: string): MutableObject | undefined {
  const condition = keyword === 'then' || keyword === 'else' ? 'if' : keyword;
  if (condition !== 'not' && condition !== 'if') return undefined;
  const rest = omitKeys(
    schema,
    ['not', 'if', 'then', 'else'].filter((key) => key === condition || condition === 'if'),
  );
  const led = intersectSchemas([rest, (getOwn(schema, condition) ?? true) as JsonSchema], () => undefined);
  return isObject(led) ? led : undefined;
}

/** A copy of a schema with the one at a pointer rewritten; `undefined` where there is none. */
function rewriteAt(
  value: MutableObject,
  tokens: readonly string[],
  rewrite: (schema: MutableObject) => MutableObject | undefined,
): MutableObject | undefined {
  const last = tokens.at(-1);
  if (last === undefined) return rewrite(value);
  const copy = structuredClone(value);
  const parent = getAtPointer(copy, joinPointer('', ...tokens.slice(0, -1)));
  const given = getAtPointer(parent, joinPointer('', last));
  const schema = given === false ? { not: {} } : given;
  const rewritten = isObject(schema) ? rewrite(schema) : undefined;
  if (rewritten === undefined) return undefined;
  setOwn(parent as MutableObject, last, rewritten);
  return copy;
}
