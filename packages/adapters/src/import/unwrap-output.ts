import type { JsonSchemaObject } from '@btcp/core';
import { mapRefs } from '../lower/map-refs.ts';
import { isJsonObject, ownMember } from './raw-tool.ts';

const INSIDE = '#/properties/result';

/** What a wrapper says; definitions are those of what it holds. */
const WRAPPER: ReadonlySet<string> = new Set(['type', 'properties', 'required', '$defs']);

/**
 * The schema inside `{ type: "object", properties: { result }, required: ["result"] }`, into which revisions of MCP up
 * to 2025-11-25 have outputs wrapped that are no objects.
 *
 * @param schema - In the normal form.
 * @returns Nothing where the schema is no such wrapper.
 */
export function unwrapOutput(schema: JsonSchemaObject): JsonSchemaObject | undefined {
  const properties = ownMember(schema, 'properties');
  const required = ownMember(schema, 'required');
  if (!Object.keys(schema).every((key) => WRAPPER.has(key)) || ownMember(schema, 'type') !== 'object')
    return undefined;
  if (!Array.isArray(required) || required.length !== 1 || required[0] !== 'result') return undefined;
  if (!isJsonObject(properties) || Object.keys(properties).length !== 1) return undefined;
  const inner = ownMember(properties, 'result');
  // What is an object needs no wrapper: then it is the author's own.
  if (!isJsonObject(inner) || ownMember(inner, 'type') === 'object') return undefined;
  const definitions = ownMember(schema, '$defs');
  return mapRefs({ ...inner, ...(definitions !== undefined && { $defs: definitions }) }, (ref) =>
    ref === INSIDE || ref.startsWith(`${INSIDE}/`) ? `#${ref.slice(INSIDE.length)}` : ref,
  );
}
