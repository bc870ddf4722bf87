import type { JsonSchema } from '@btcp/core';
import { equal } from '../../runtime/json-value.ts';
import { MERGE_KEYWORD, type Merge } from './merge-keywords.ts';
import { mergeObjectKeywords, OBJECT_KEYWORDS } from './merge-object-keywords.ts';
import { getOwn, isObject, omitKeys, setOwn, type MutableObject } from '../own-property.ts';

/** The target of a `$ref` that may be inlined; `undefined` for another one. */
export type ResolveForMerge = (ref: string) => JsonSchema | undefined;

/** Keywords that depend on each other or on adjacent ones, so that only one part may have them. */
const INSEPARABLE: readonly (readonly string[])[] = [
  ['if', 'then', 'else'],
  ['contains', 'minContains', 'maxContains'],
];

const TUPLE = ['prefixItems'];
const LIST = ['items', 'prefixItems'];

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
  const groups = [...INSEPARABLE, ...(says(a, TUPLE) || says(b, TUPLE) ? [LIST] : [])];
  if (groups.some((group) => sayDifferently(a, b, group))) return undefined;
  if (says(a, UNMERGEABLE) || says(b, UNMERGEABLE)) return undefined;
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

const says = (schema: MutableObject, group: readonly string[]): boolean =>
  group.some((key) => Object.hasOwn(schema, key));

function sayDifferently(a: MutableObject, b: MutableObject, group: readonly string[]): boolean {
  return says(a, group) && says(b, group) && group.some((key) => !equal(getOwn(a, key), getOwn(b, key)));
}

/** The two values of a keyword as one; `undefined` where there is no such value. */
function mergeValues(key: string, a: MutableObject, b: MutableObject): unknown {
  if (!Object.hasOwn(b, key)) return a[key];
  if (!Object.hasOwn(a, key)) return b[key];
  if (equal(a[key], b[key])) return a[key];
  const merge: Merge | undefined = MERGE_KEYWORD.get(key);
  return merge?.(a[key], b[key]);
}
