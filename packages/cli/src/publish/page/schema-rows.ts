import type { JsonSchema } from '@btcp/core';
import { demandOf, isObject, limitsOf, propertiesOf, requiredOf, resolveRef } from '@btcp/schema';

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
  const { items } = schema;
  const required = requiredOf(schema);
  const named = Object.entries(propertiesOf(schema)).flatMap(([name, below]) => {
    const at = place === '' ? name : `${place}.${name}`;
    return rowsOf(root, below as JsonSchema, at, required.includes(name), depth);
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
    limits: limitsIn(schema),
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
const SAYS: Readonly<Record<string, (value: unknown) => string>> = {
  default: (value) => `by default ${json(value)}`,
  ...Object.fromEntries(
    (['number', 'string', 'array', 'object'] as const)
      .flatMap(limitsOf)
      .map(([keyword]) => [keyword, (value: unknown) => limitText(keyword, value)]),
  ),
  pattern: (value) => `matches ${String(value)}`,
  format: (value) => `format ${String(value)}`,
  uniqueItems: (value) => (value === true ? 'no item twice' : ''),
};

/** A limit as the messages of validators word it: `must be at least 1` → `at least 1`. */
const limitText = (keyword: string, params: unknown): string =>
  demandOf({ keyword, params, path: '', value: undefined, name: undefined }).replace(/^must (be|have) /, '');

function limitsIn(schema: JsonSchema): readonly string[] {
  if (!isObject(schema)) return [];
  return Object.entries(SAYS)
    .filter(([keyword]) => Object.hasOwn(schema, keyword))
    .map(([keyword, say]) => say(schema[keyword]))
    .filter((text) => text !== '');
}
