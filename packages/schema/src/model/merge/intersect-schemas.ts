import type { JsonSchema } from '@btcp/core';
import { equal } from '../../runtime/values.ts';
import { getOwn, isObject, omitKeys, pickKeys, setOwn, type MutableObject } from '../own-property.ts';
import { LIMITED_TYPES, limitsOf } from '../limits.ts';
import { ANNOTATION_KEYWORDS } from '../keywords.ts';
import { hasAny } from '../schema-node.ts';

/** The target of a `$ref` that may be inlined; `undefined` for another one. */
export type ResolveForMerge = (ref: string) => JsonSchema | undefined;

/** Keywords that depend on each other or on adjacent ones, so that only one part may have them. */
const INSEPARABLE: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
];

const TUPLE = ['prefixItems'];
const LIST = ['items', 'prefixItems'];

const PATTERNS = ['patternProperties', 'unevaluatedProperties'];

/** Keywords that depend on all adjacent ones, which merging extends. */
const UNMERGEABLE = ['unevaluatedItems', 'unevaluatedProperties'];

/**
 * One schema without `allOf` that accepts exactly what all of the given ones accept, for formats that have no
 * intersection.
 *
 * @param parts - Normalised schemas. Of their titles, descriptions and defaults, the first one's win.
 * @param resolve - Inlines references that would otherwise have siblings.
 * @returns `undefined` where no such schema is found, or no value would fit it.
 */
export function intersectSchemas(
  parts: readonly JsonSchema[],
  resolve: ResolveForMerge,
): JsonSchema | undefined {
  let merged: JsonSchema | undefined = {};
  for (const part of parts) {
    const flat = flatten(part, resolve);
    merged = flat === undefined ? undefined : intersectTwo(merged, flat, resolve);
    if (merged === undefined) return undefined;
  }
  return merged;
}

/** A schema without an `allOf` of its own. */
function flatten(schema: JsonSchema, resolve: ResolveForMerge): JsonSchema | undefined {
  if (!isObject(schema)) return schema;
  const allOf = getOwn(schema, 'allOf');
  if (!Array.isArray(allOf)) return schema;
  return intersectSchemas([omitKeys(schema, ['allOf']), ...(allOf as JsonSchema[])], resolve);
}

function intersectTwo(a: JsonSchema, b: JsonSchema, resolve: ResolveForMerge): JsonSchema | undefined {
  if (a === true || equal(a, b)) return b;
  if (b === true) return a;
  if (a === false || b === false) return false;
  if (Object.keys(a).length === 0) return b;
  if (Object.keys(b).length === 0) return a;
  const left = writeOut(a, resolve);
  const right = writeOut(b, resolve);
  if (left === undefined || right === undefined) return undefined;
  if (!isObject(left) || !isObject(right) || left !== a || right !== b) {
    return intersectSchemas([left, right], resolve);
  }
  return intersectObjects(left, right, resolve);
}

function writeOut(schema: MutableObject, resolve: ResolveForMerge): JsonSchema | undefined {
  const ref = getOwn(schema, '$ref');
  if (typeof ref !== 'string') return schema;
  const target = resolve(ref);
  if (target === undefined) return undefined;
  const beside = omitKeys(schema, ['$ref']);
  return Object.keys(beside).length === 0 ? target : intersectSchemas([beside, target], resolve);
}

function intersectObjects(
  a: MutableObject,
  b: MutableObject,
  resolve: ResolveForMerge,
): JsonSchema | undefined {
  const groups = [...INSEPARABLE, ...(hasAny(a, TUPLE) || hasAny(b, TUPLE) ? [LIST] : [])];
  if (groups.some((group) => sayDifferently(a, b, group))) return undefined;
  if (hasAny(a, UNMERGEABLE) || hasAny(b, UNMERGEABLE)) return undefined;
  const merged: MutableObject = {};
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
    if (OBJECT_KEYWORDS.includes(key)) continue;
    const value =
      key === 'items' && Object.hasOwn(a, key) && Object.hasOwn(b, key)
        ? intersectSchemas([a[key], b[key]] as JsonSchema[], resolve)
        : mergeValues(key, a, b);
    if (value === undefined) return undefined;
    setOwn(merged, key, value);
  }
  const shape = mergeObjectKeywords(a, b, (x, y) => intersectSchemas([x, y], resolve));
  return shape === undefined ? undefined : { ...merged, ...shape };
}

function sayDifferently(a: MutableObject, b: MutableObject, group: readonly string[]): boolean {
  return hasAny(a, group) && hasAny(b, group) && group.some((key) => !equal(getOwn(a, key), getOwn(b, key)));
}

/** The two values of a keyword as one; `undefined` where there is no such value. */
function mergeValues(key: string, a: MutableObject, b: MutableObject): unknown {
  if (!Object.hasOwn(b, key)) return a[key];
  if (!Object.hasOwn(a, key)) return b[key];
  if (equal(a[key], b[key])) return a[key];
  const merge: Merge | undefined = MERGE_KEYWORD.get(key);
  return merge?.(a[key], b[key]);
}

/** Merges two values of a keyword, so that both still hold; `undefined` where that is not possible. */
export type Merge = (a: unknown, b: unknown) => unknown;

const ofNumbers =
  (choose: (a: number, b: number) => number | undefined): Merge =>
  (a, b) =>
    typeof a === 'number' && typeof b === 'number' ? choose(a, b) : undefined;

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

const orNothing = (list: unknown[]): unknown[] | undefined => (list.length > 0 ? list : undefined);

function mergeTypes(a: unknown, b: unknown): unknown {
  const left = listOf(a);
  const right = listOf(b);
  const common = left.filter(
    (type) => right.includes(type) || (type === 'integer' && right.includes('number')),
  );
  const narrowed = right.filter((type) => type === 'integer' && left.includes('number'));
  const types = [...new Set([...common, ...narrowed])];
  return types.length > 1 ? types : types[0];
}

const mergeEnums: Merge = (a, b) =>
  orNothing(listOf(a).filter((value) => listOf(b).some((other) => equal(value, other))));

const unite: Merge = (a, b) => [...new Set([...listOf(a), ...listOf(b)])];

/** How the two values of a keyword become one. A keyword that is not listed must be equal in both. */
const MERGE_KEYWORD: ReadonlyMap<string, Merge> = new Map<string, Merge>([
  ...LIMITED_TYPES.flatMap(limitsOf).map(([key, { merge }]): [string, Merge] => [key, ofNumbers(merge)]),
  ...ANNOTATION_KEYWORDS.map((key): [string, Merge] => [key, (a) => a]),
  ['type', mergeTypes],
  ['enum', mergeEnums],
  ['required', unite],
  ['uniqueItems', (a, b) => a === true || b === true],
]);

/** Keywords that decide which properties an object may have; merged together, because each depends on the others. */
const OBJECT_KEYWORDS: readonly string[] = [
  'properties',
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
];

type Intersect = (a: JsonSchema, b: JsonSchema) => JsonSchema | undefined;

/** Merges what two schemas say of an object's properties; `undefined` where they can't be, or no value would fit. */
function mergeObjectKeywords(
  a: MutableObject,
  b: MutableObject,
  intersect: Intersect,
): MutableObject | undefined {
  const [first, second] = [a, b].filter((schema) => hasAny(schema, OBJECT_KEYWORDS));
  if (first === undefined) return {};
  if (second === undefined) return pickKeys(first, OBJECT_KEYWORDS);
  // What a pattern or `unevaluatedProperties` covers depends on adjacent keywords.
  if ([first, second].some((schema) => hasAny(schema, PATTERNS))) return undefined;
  const rest = intersectRests(first, second, intersect);
  const properties = intersectProperties(first, second, intersect);
  if (rest === undefined || properties === undefined) return undefined;
  if (lacksRequired([a, b], properties.forbidden)) return undefined;
  return { properties: properties.allowed, ...rest };
}

function intersectRests(a: MutableObject, b: MutableObject, intersect: Intersect): MutableObject | undefined {
  if (!Object.hasOwn(a, 'additionalProperties') && !Object.hasOwn(b, 'additionalProperties')) return {};
  const [left, right] = [restOf(a), restOf(b)];
  const rest = left === true ? right : right === true ? left : intersect(left, right);
  return rest === undefined ? undefined : { additionalProperties: rest };
}

const restOf = (schema: MutableObject): JsonSchema =>
  (getOwn(schema, 'additionalProperties') ?? true) as JsonSchema;

function propertyOf(schema: MutableObject, name: string): JsonSchema {
  const properties = getOwn(schema, 'properties');
  const property = isObject(properties) ? getOwn(properties, name) : undefined;
  return (property ?? restOf(schema)) as JsonSchema;
}

const namesOf = (schema: MutableObject): string[] => Object.keys(getOwn(schema, 'properties') ?? {});

function intersectProperties(
  a: MutableObject,
  b: MutableObject,
  intersect: Intersect,
): { allowed: MutableObject; forbidden: ReadonlySet<string> } | undefined {
  const allowed: MutableObject = {};
  const forbidden = new Set<string>();
  for (const name of new Set([...namesOf(a), ...namesOf(b)])) {
    const merged = intersect(propertyOf(a, name), propertyOf(b, name));
    if (merged === undefined) return undefined;
    // One part is closed and does not know the property.
    if (merged === false && (restOf(a) === false || restOf(b) === false)) forbidden.add(name);
    else setOwn(allowed, name, merged);
  }
  return { allowed, forbidden };
}

function lacksRequired(parts: readonly MutableObject[], forbidden: ReadonlySet<string>): boolean {
  return parts.some((part) => {
    const required = getOwn(part, 'required');
    return Array.isArray(required) && required.some((name) => forbidden.has(String(name)));
  });
}
