import type { JsonSchema } from '@btcp/core';
import { DEFINITION_KEYWORDS, isMap, SUBSCHEMA_KEYWORDS } from './keywords.ts';
import { isObject, mapValues, type MutableObject } from './own-property.ts';
import { escapePointerToken } from './pointer.ts';

export interface Subschema {
  /** The keyword that holds it. */
  readonly keyword: string;
  /** The tokens from the parent schema: the keyword, then a name or an index where there is one. */
  readonly tokens: readonly (string | number)[];
  readonly schema: JsonSchema;
  /** The object or array that holds it, for replacing it. */
  readonly holder: MutableObject | unknown[];
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'boolean' || isObject(value);

/** The schemas directly below a schema, definitions first; knows 2020-12 and draft-07, skips what is not a schema. */
export function listSubschemas(schema: JsonSchema): Subschema[] {
  const found: Subschema[] = [];
  eachSubschema(schema, (below, keyword, key, holder) =>
    found.push({ keyword, tokens: key === undefined ? [keyword] : [keyword, key], schema: below, holder }),
  );
  return found;
}

/** @param key - The name or the index in what the keyword holds, where that holds several. */
type VisitSubschema = (
  schema: JsonSchema,
  keyword: string,
  key: string | number | undefined,
  holder: MutableObject | unknown[],
) => void;

function eachSubschema(schema: JsonSchema, visit: VisitSubschema): void {
  if (!isObject(schema)) return;
  // Definitions first, so that a definition is met before its uses.
  for (const keyword of DEFINITION_KEYWORDS)
    if (Object.hasOwn(schema, keyword)) eachBelow(schema, keyword, visit);
  for (const keyword of Object.keys(schema)) {
    if (!DEFINITION_KEYWORDS.includes(keyword)) eachBelow(schema, keyword, visit);
  }
}

function eachBelow(schema: MutableObject, keyword: string, visit: VisitSubschema): void {
  const shape = SUBSCHEMA_KEYWORDS.get(keyword);
  if (shape === undefined) return;
  const value = schema[keyword];
  if (Array.isArray(value)) {
    if (shape !== 'schemas' && shape !== 'schema-or-schemas') return;
    value.forEach((item: unknown, index) => {
      if (isSchema(item)) visit(item, keyword, index, value);
    });
  } else if (!isMap(shape)) {
    if (shape !== 'schemas' && isSchema(value)) visit(value, keyword, undefined, schema);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const item = value[name];
      if (isSchema(item)) visit(item, keyword, name, value);
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
    // A circular object is not JSON; stop rather than recurse forever.
    if (above.has(current) && isObject(current)) return;
    if (visit(current, pointer) === false) return;
    above.add(current);
    eachSubschema(current, (below, keyword, key) => {
      const holder = `${pointer}/${keyword}`;
      enter(below, key === undefined ? holder : `${holder}/${escapePointerToken(key)}`);
    });
    above.delete(current);
  };
  enter(schema, '');
}

/** Whether anything in a schema depends on what other keywords have evaluated. */
export function usesUnevaluated(root: JsonSchema): boolean {
  let found = false;
  walkSchema(root, (schema) => {
    found ||=
      isObject(schema) &&
      (Object.hasOwn(schema, 'unevaluatedProperties') || Object.hasOwn(schema, 'unevaluatedItems'));
  });
  return found;
}

/** The value of a keyword with its subschemas mapped; of keywords without any, the value itself. */
export function mapSubschemas(keyword: string, value: unknown, map: (schema: unknown) => unknown): unknown {
  const shape = SUBSCHEMA_KEYWORDS.get(keyword);
  if (shape === undefined) return value;
  if (Array.isArray(value)) return value.map(map);
  if (!isObject(value)) return value;
  return isMap(shape) ? mapValues(value, (item) => map(item)) : map(value);
}

/** The innermost keyword that a JSON pointer into a schema goes through; empty for the schema itself. */
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
