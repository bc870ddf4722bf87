import type { JsonSchema, JsonSchemaObject } from '@btcp/core';
import { escapePointerToken, getOwn, isObject } from '@btcp/schema';
import { RefusedError, type Reader } from './import-profile.ts';
import { mapRefs } from '../lower/schemas.ts';

/** Keywords that BTCP does not take at the root of an input schema. */
const NOT_AT_ROOT = ['oneOf', 'anyOf', 'allOf', 'not', 'enum', 'const'];

/** Keywords that stay at the root when the rest becomes a definition. */
const KEPT_AT_ROOT: ReadonlySet<string> = new Set(['$defs', 'title', 'description', '$comment']);

/**
 * An input schema with `type: "object"` and without a union at its root, for the same objects. An input is always an
 * object, so other types need not be kept.
 *
 * @param schema - In the normal form.
 * @param field - The field it comes from, for messages.
 * @param warn - Receives the changes.
 */
export function asObjectInput(
  schema: JsonSchema,
  field: string,
  warn: Reader['warn'] = () => undefined,
): JsonSchemaObject {
  if (schema === true) return { type: 'object' };
  if (schema === false)
    throw new RefusedError(`/${field}`, 'The schema accepts nothing.', 'Describe an object.');
  const typed = withObjectType(schema, field, warn);
  const root = NOT_AT_ROOT.find((keyword) => Object.hasOwn(typed, keyword));
  if (root === undefined) return typed;
  const detail = `\`${root}\` at the root was moved to a definition that the root refers to`;
  warn({ code: 'keyword-rewritten', path: '/inputSchema', keyword: root, detail });
  return moveToDefinition(typed);
}

function withObjectType(schema: JsonSchemaObject, field: string, warn: Reader['warn']): JsonSchemaObject {
  const type = getOwn(schema, 'type');
  if (type === 'object') return schema;
  if (type !== undefined && !(Array.isArray(type) && type.includes('object'))) {
    const message = `The input is described as ${JSON.stringify(type)}.`;
    const help = 'A tool takes an object: describe one, with the value as a property.';
    throw new RefusedError(`/${field}/type`, message, help);
  }
  const detail = `\`type: "object"\` was ${type === undefined ? 'added' : 'written for several types'}: an input is always an object`;
  warn({ code: 'keyword-rewritten', path: '/inputSchema', keyword: 'type', detail });
  return { type: 'object', ...Object.fromEntries(Object.entries(schema).filter(([key]) => key !== 'type')) };
}

function moveToDefinition(schema: JsonSchemaObject): JsonSchemaObject {
  const given = getOwn(schema, '$defs');
  const definitions = isObject(given) ? given : {};
  let name = 'Input';
  for (let count = 2; Object.hasOwn(definitions, name); count++) name = `Input_${count}`;
  const entries = Object.entries(schema);
  const moved = Object.fromEntries(entries.filter(([key]) => !KEPT_AT_ROOT.has(key)));
  const prefix = `#/$defs/${escapePointerToken(name)}`;
  const root = {
    type: 'object',
    ...Object.fromEntries(entries.filter(([key]) => KEPT_AT_ROOT.has(key) && key !== '$defs')),
    $ref: prefix,
    $defs: { ...definitions, [name]: moved },
  };
  return mapRefs(root, (ref) =>
    ref.startsWith('#/') && !ref.startsWith('#/$defs/') ? prefix + ref.slice(1) : ref,
  );
}
