import type { JsonSchema } from '@btcp/core';
import { isObject, resolveRef } from '@btcp/schema';

/** A value that a schema describes, as a row of a table. */
export interface SchemaRow {
  /** Its place: `order.items[].id`. */
  readonly place: string;
  readonly type: string;
  readonly isRequired: boolean;
  /** What else a value must be, such as `at least 1`. */
  readonly limits: readonly string[];
  readonly description: string;
}

/** Deeper values are in the whole schema, which stands below the table. */
const MAX_DEPTH = 4;

/** Lists the properties of an object schema, and those inside them. */
export function schemaRows(root: JsonSchema): readonly SchemaRow[] {
  return rowsBelow(root, root, '', 0);
}

function rowsBelow(root: JsonSchema, given: JsonSchema, place: string, depth: number): readonly SchemaRow[] {
  const schema = resolved(root, given);
  if (!isObject(schema) || depth > MAX_DEPTH) return [];
  const { properties, items, required } = schema;
  const isRequired = (name: string): boolean => Array.isArray(required) && required.includes(name);
  const named = Object.entries(isObject(properties) ? properties : {}).flatMap(([name, below]) => {
    const at = place === '' ? name : `${place}.${name}`;
    return rowsOf(root, below as JsonSchema, at, isRequired(name), depth);
  });
  const listed = isObject(items) ? rowsBelow(root, items, `${place}[]`, depth + 1) : [];
  return [...named, ...listed];
}

function rowsOf(
  root: JsonSchema,
  given: JsonSchema,
  place: string,
  isRequired: boolean,
  depth: number,
): readonly SchemaRow[] {
  const schema = resolved(root, given);
  const own = isObject(given) ? given['description'] : undefined;
  const description = own ?? (isObject(schema) ? schema['description'] : undefined);
  const row = {
    place,
    type: typeText(root, given, 0),
    isRequired,
    limits: limitsOf(schema),
    description: typeof description === 'string' ? description : '',
  };
  return [row, ...rowsBelow(root, schema, place, depth + 1)];
}

// A chain of references that never ends describes nothing.
function resolved(root: JsonSchema, schema: JsonSchema): JsonSchema {
  let found = schema;
  for (let steps = 0; steps < 20 && isObject(found) && typeof found['$ref'] === 'string'; steps++)
    found = resolveRef(root, found['$ref']) ?? true;
  return found;
}

function typeText(root: JsonSchema, given: JsonSchema, depth: number): string {
  const schema = resolved(root, given);
  if (!isObject(schema)) return schema ? 'anything' : 'nothing';
  if (depth > MAX_DEPTH) return '…';
  const { type, const: constant, enum: values, anyOf, oneOf, items } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches))
    return branches.map((branch) => typeText(root, branch as JsonSchema, depth + 1)).join(' | ');
  if (type === 'array' && isObject(items)) return `array of ${typeText(root, items, depth + 1)}`;
  return Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'anything';
}

const json = (value: unknown): string => JSON.stringify(value);

/** Keyword → what it says of a value. */
const LIMITS: Readonly<Record<string, (value: unknown) => string>> = {
  default: (value) => `by default ${json(value)}`,
  minimum: (value) => `at least ${json(value)}`,
  exclusiveMinimum: (value) => `more than ${json(value)}`,
  maximum: (value) => `at most ${json(value)}`,
  exclusiveMaximum: (value) => `less than ${json(value)}`,
  multipleOf: (value) => `a multiple of ${json(value)}`,
  minLength: (value) => `at least ${json(value)} characters`,
  maxLength: (value) => `at most ${json(value)} characters`,
  pattern: (value) => `matches ${String(value)}`,
  format: (value) => `format ${String(value)}`,
  minItems: (value) => `at least ${json(value)} items`,
  maxItems: (value) => `at most ${json(value)} items`,
  uniqueItems: (value) => (value === true ? 'no item twice' : ''),
  minProperties: (value) => `at least ${json(value)} properties`,
  maxProperties: (value) => `at most ${json(value)} properties`,
};

function limitsOf(schema: JsonSchema): readonly string[] {
  if (!isObject(schema)) return [];
  return Object.entries(LIMITS)
    .filter(([keyword]) => Object.hasOwn(schema, keyword))
    .map(([keyword, say]) => say(schema[keyword]))
    .filter((text) => text !== '');
}
