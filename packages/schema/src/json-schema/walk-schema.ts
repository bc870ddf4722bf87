import type { JsonSchema } from '@btcp/core';
import { DEFINITION_KEYWORDS, SUBSCHEMA_KEYWORDS } from './keywords.ts';
import { isObject, type MutableObject } from './own-property.ts';
import { joinPointer } from './pointer.ts';

/** A schema directly below another one. */
export interface Subschema {
  /** The keyword that holds it. */
  readonly keyword: string;
  /** The way from the schema above: the keyword, then a name or an index where there is one. */
  readonly tokens: readonly (string | number)[];
  readonly schema: JsonSchema;
  /** The object or array that holds it, for replacing it. */
  readonly holder: MutableObject | unknown[];
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'boolean' || isObject(value);

/** The schemas directly below a schema, definitions first; knows 2020-12 and draft-07, skips what is no schema. */
export function listSubschemas(schema: JsonSchema): Subschema[] {
  if (!isObject(schema)) return [];
  const found: Subschema[] = [];
  // Definitions first, so that a definition is met before its uses.
  for (const keyword of DEFINITION_KEYWORDS)
    if (Object.hasOwn(schema, keyword)) addBelow(schema, keyword, found);
  for (const keyword of Object.keys(schema)) {
    if (!DEFINITION_KEYWORDS.includes(keyword)) addBelow(schema, keyword, found);
  }
  return found;
}

function addBelow(schema: MutableObject, keyword: string, found: Subschema[]): void {
  const shape = SUBSCHEMA_KEYWORDS.get(keyword);
  if (shape === undefined) return;
  const value = schema[keyword];
  const isMap = shape === 'map' || shape === 'map-of-schemas-or-names';
  if (Array.isArray(value)) {
    if (shape !== 'schemas' && shape !== 'schema-or-schemas') return;
    value.forEach((item: unknown, index) => {
      if (isSchema(item)) found.push({ keyword, tokens: [keyword, index], schema: item, holder: value });
    });
  } else if (!isMap) {
    if (shape !== 'schemas' && isSchema(value)) {
      found.push({ keyword, tokens: [keyword], schema: value, holder: schema });
    }
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const item = value[name];
      if (isSchema(item)) found.push({ keyword, tokens: [keyword, name], schema: item, holder: value });
    }
  }
}

/**
 * Visits a schema and every schema below it, the outer one first. Data (`const`, `enum`, `default`, `examples`) and
 * unknown keywords are never entered; `$ref`s are not followed.
 *
 * @param visit - Called with each schema and its JSON pointer; returning `false` skips what is below it.
 */
export function walkSchema(
  schema: JsonSchema,
  visit: (schema: JsonSchema, pointer: string) => void | false,
): void {
  const above = new Set<JsonSchema>();
  const enter = (current: JsonSchema, pointer: string): void => {
    // An object inside itself is no JSON; stop rather than never end.
    if (above.has(current) && isObject(current)) return;
    if (visit(current, pointer) === false) return;
    above.add(current);
    for (const { schema: below, tokens } of listSubschemas(current))
      enter(below, joinPointer(pointer, ...tokens));
    above.delete(current);
  };
  enter(schema, '');
}

/** The innermost keyword on the way of a JSON pointer into a schema; empty for the schema itself. */
export function keywordAtPointer(tokens: readonly string[]): string {
  let keyword = '';
  for (let index = 0; index < tokens.length; index++) {
    keyword = tokens[index] ?? '';
    const shape = SUBSCHEMA_KEYWORDS.get(keyword);
    // Below any other keyword there is data.
    if (shape === undefined) return keyword;
    const next = tokens[index + 1];
    const skipsOne =
      shape === 'schema-or-schemas' ? next !== undefined && /^[0-9]+$/.test(next) : shape !== 'schema';
    if (skipsOne) index++;
  }
  return keyword;
}
