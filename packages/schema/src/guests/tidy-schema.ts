import { ANNOTATION_KEYWORDS, KEYWORDS } from '../model/keywords.ts';
import { isObject, type MutableObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';
import type { JsonSchema } from '@btcp/core';

/** What a builder of TypeBox 0.34 writes after its options. */
const BUILT = [
  'type',
  'const',
  'enum',
  'required',
  'properties',
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
];

/** Keywords in the order in which TypeBox 0.34 writes them: options, first those that restrict. */
const ORDER: readonly string[] = [
  ...[...KEYWORDS.keys()].filter((each) => !ANNOTATION_KEYWORDS.includes(each) && !BUILT.includes(each)),
  ...ANNOTATION_KEYWORDS,
  ...BUILT,
];
const PLACES: ReadonlyMap<string, number> = new Map(ORDER.map((keyword, place) => [keyword, place]));
const placeOf = (keyword: string): number => PLACES.get(keyword) ?? 0;

/**
 * Makes what libraries write of the same schema the same: puts keywords into one order, says of lists of texts that they
 * are texts, and removes what says nothing, the limits of safe integers, and that names are strings.
 *
 * @param schema - In normal form; changed in place.
 */
export function tidySchema(schema: JsonSchema): JsonSchema {
  walkSchema(schema, (node) => {
    if (!isObject(node)) return;
    const entries = Object.entries(node).filter(([keyword, value]) => !isNoise(keyword, value));
    const isOfTexts = Array.isArray(node['enum']) && node['enum'].every((each) => typeof each === 'string');
    if (isOfTexts && !Object.hasOwn(node, 'type')) entries.push(['type', 'string']);
    const mutable: MutableObject = node;
    for (const keyword of Object.keys(node)) delete mutable[keyword];
    Object.assign(mutable, Object.fromEntries(entries.sort(([a], [b]) => placeOf(a) - placeOf(b))));
  });
  return schema;
}

function isNoise(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}')
  );
}
