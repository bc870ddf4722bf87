import { getOwn, isObject } from '@btcp/schema';
import type { JsonObject } from '../../profile/import-profile.ts';

/** Limits that Google writes as strings, because they are 64 bits wide. */
const COUNTS: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]);

const SCHEMA_MAPS: ReadonlySet<string> = new Set(['properties', '$defs', 'defs']);
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'not']);

/** Keywords without effect on values. */
const DROPPED: ReadonlySet<string> = new Set(['propertyOrdering', 'property_ordering']);

/** A schema nested deeper is passed on unchanged, and refused for that. */
const MAX_DEPTH = 512;

/** A schema in Google's selection of OpenAPI as JSON Schema. */
export function readOpenApi(schema: unknown, depth = 0): unknown {
  if (!isObject(schema) || depth > MAX_DEPTH) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => !DROPPED.has(key) && !isFiller(key, value))
    .map(([key, value]): [string, unknown] => {
      if (key === 'example' && !Object.hasOwn(schema, 'examples')) return ['examples', [value]];
      return [key, member(key, value, depth)];
    });
  return Object.fromEntries(withTypedEnum(entries, schema));
}

function member(key: string, value: unknown, depth: number): unknown {
  const below = (schema: unknown): unknown => readOpenApi(schema, depth + 1);
  if (key === 'type') return lowerCase(value);
  if (COUNTS.has(key)) return typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  if (SCHEMAS.has(key)) return below(value);
  if (SCHEMA_LISTS.has(key) && Array.isArray(value)) return value.map(below);
  if (SCHEMA_MAPS.has(key) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, below(schema)]));
  }
  return value;
}

const lowerCase = (type: unknown): unknown =>
  Array.isArray(type) ? type.map(lowerCase) : typeof type === 'string' ? type.toLowerCase() : type;

// `format: "enum"` only repeats that there is an `enum`; an unspecified type is none.
function isFiller(key: string, value: unknown): boolean {
  return (key === 'format' && value === 'enum') || (key === 'type' && value === 'TYPE_UNSPECIFIED');
}

/** Google has only enums of strings: those of a number type are converted to numbers, and `null` is one more if it is allowed. */
function withTypedEnum(entries: [string, unknown][], schema: JsonObject): [string, unknown][] {
  const type = lowerCase(getOwn(schema, 'type'));
  const isNumber = type === 'integer' || type === 'number';
  return entries.map(([key, value]) => {
    if (key !== 'enum' || !Array.isArray(value)) return [key, value];
    const values: unknown[] = isNumber ? value.map(toNumber) : value;
    return [key, getOwn(schema, 'nullable') === true && !values.includes(null) ? [...values, null] : values];
  });
}

const toNumber = (value: unknown): unknown =>
  typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value;
