import type { JsonSchema } from '@btcp/core';
import { getOwn, isObject, setOwn, type MutableObject } from '../own-property.ts';

/** Keywords that decide which properties an object may have; merged together, because each depends on the others. */
export const OBJECT_KEYWORDS: readonly string[] = [
  'properties',
  'additionalProperties',
  'patternProperties',
  'unevaluatedProperties',
];

type Intersect = (a: JsonSchema, b: JsonSchema) => JsonSchema | undefined;

/**
 * Merges what two schemas say about an object's properties.
 *
 * @returns `undefined` where they can't be merged, or no value would fit a required property.
 */
export function mergeObjectKeywords(
  a: MutableObject,
  b: MutableObject,
  intersect: Intersect,
): MutableObject | undefined {
  const [first, second] = [a, b].filter(restrictsProperties);
  if (first === undefined) return {};
  if (second === undefined) return pick(first);
  // What a pattern or `unevaluatedProperties` covers depends on adjacent keywords.
  if ([first, second].some(hasPatterns)) return undefined;
  const rest = intersectRests(first, second, intersect);
  const properties = intersectProperties(first, second, intersect);
  if (rest === undefined || properties === undefined) return undefined;
  if (lacksRequired([a, b], properties.forbidden)) return undefined;
  return { properties: properties.allowed, ...rest };
}

const restrictsProperties = (schema: MutableObject): boolean =>
  OBJECT_KEYWORDS.some((key) => Object.hasOwn(schema, key));

const hasPatterns = (schema: MutableObject): boolean =>
  Object.hasOwn(schema, 'patternProperties') || Object.hasOwn(schema, 'unevaluatedProperties');

const pick = (schema: MutableObject): MutableObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => OBJECT_KEYWORDS.includes(key)));

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
