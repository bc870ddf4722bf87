import { equal } from '../../runtime/json-value.ts';
import { getOwn, isObject, omitKeys, replaceKey, setOwn, type MutableObject } from '../own-property.ts';

/** Keywords that can be merged; others could mean less, or more, outside of their own schema. */
const MERGEABLE: ReadonlySet<string> = new Set([
  'type',
  'required',
  'properties',
  'title',
  'description',
  '$comment',
]);

/** Keywords that can cover properties, so that `unevaluatedProperties` is not the same as `additionalProperties`. */
const COVERING = [
  '$ref',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'patternProperties',
  'additionalProperties',
];

/**
 * Merges an `allOf` of nothing but object schemas into the schema around it, so that exactly the same values pass. The
 * `allOf` is kept where a part or the whole is closed by `additionalProperties`, where two parts describe one property
 * differently, and where a part has other keywords.
 */
export function mergeIntersections(schema: MutableObject): MutableObject {
  const parts = getOwn(schema, 'allOf');
  if (!Array.isArray(parts) || parts.length === 0 || !parts.every(isMergeable)) return schema;
  if (!isOpenObject(schema)) return schema;
  const properties = mergeProperties([schema, ...parts]);
  if (properties === undefined) return schema;
  const merged = {
    ...onlyTexts(schema, parts),
    ...([schema, ...parts].some((part) => Object.hasOwn(part, 'type')) && { type: 'object' }),
    ...mergeRequired([schema, ...parts]),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
  const added = omitKeys(merged, Object.keys(schema));
  return closeMerged({ ...replaceKey(schema, 'allOf', added), ...merged });
}

function isMergeable(part: unknown): part is MutableObject {
  return isObject(part) && Object.keys(part).every((key) => MERGEABLE.has(key)) && isObjectType(part);
}

const isObjectType = (schema: MutableObject): boolean =>
  !Object.hasOwn(schema, 'type') || getOwn(schema, 'type') === 'object';

function isOpenObject(schema: MutableObject): boolean {
  const isOpen = !Object.hasOwn(schema, 'additionalProperties') || schema['additionalProperties'] === true;
  return isOpen && isObjectType(schema);
}

/** All properties of the parts, or `undefined` where two parts differ on one. */
function mergeProperties(parts: readonly MutableObject[]): MutableObject | undefined {
  const merged: MutableObject = {};
  for (const part of parts) {
    for (const [name, property] of Object.entries(getOwn(part, 'properties') ?? {})) {
      if (!Object.hasOwn(merged, name)) setOwn(merged, name, property);
      else if (!equal(merged[name], property)) return undefined;
    }
  }
  return merged;
}

function mergeRequired(parts: readonly MutableObject[]): MutableObject {
  const lists = parts.map((part) => getOwn(part, 'required')).filter((list) => Array.isArray(list));
  return lists.length === 0 ? {} : { required: [...new Set(lists.flat())] };
}

/** The title and description of the only part that has them; two would contradict each other. */
function onlyTexts(schema: MutableObject, parts: readonly MutableObject[]): MutableObject {
  const texts: MutableObject = {};
  for (const key of ['title', 'description']) {
    const values = parts.map((part) => getOwn(part, key)).filter((value) => value !== undefined);
    if (values.length === 1 && !Object.hasOwn(schema, key)) texts[key] = values[0];
  }
  return texts;
}

// Nothing else covers properties now, so `unevaluatedProperties` equals the better-known `additionalProperties`.
function closeMerged(schema: MutableObject): MutableObject {
  if (!Object.hasOwn(schema, 'unevaluatedProperties') || COVERING.some((key) => Object.hasOwn(schema, key)))
    return schema;
  return replaceKey(schema, 'unevaluatedProperties', {
    additionalProperties: schema['unevaluatedProperties'],
  });
}
