import type { JsonSchemaObject } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';
import type { ImportProfile } from '../../profile/import-profile.ts';
import { mapRefs } from '../../lower/schemas.ts';
import { wrapOutput } from './export.ts';

/** MCP tools since the revision of 2026-07-28. */
export const mcp2026Import: ImportProfile = {
  title: 'MCP',
  input: [{ field: 'inputSchema' }],
  output: [{ field: 'outputSchema' }],
  hasMcpFields: true,
  quiet: [],
};

/** MCP tools before the revision of 2026. */
export const mcp2025Import: ImportProfile = {
  ...mcp2026Import,
  outputWrapper: { wrap: wrapOutput, unwrap: unwrapOutput },
};

const INSIDE = '#/properties/result';

/** Keywords of a wrapper; its definitions are those of the wrapped schema. */
const WRAPPER: ReadonlySet<string> = new Set(['type', 'properties', 'required', '$defs']);

/**
 * The schema inside `{ type: "object", properties: { result }, required: ["result"] }`, into which revisions of MCP up
 * to 2025-11-25 have outputs wrapped that are not objects.
 *
 * @param schema - In the normal form.
 * @returns `undefined` where the schema is no such wrapper.
 */
function unwrapOutput(schema: JsonSchemaObject): JsonSchemaObject | undefined {
  const properties = getOwn(schema, 'properties');
  const required = getOwn(schema, 'required');
  if (!Object.keys(schema).every((key) => WRAPPER.has(key)) || getOwn(schema, 'type') !== 'object')
    return undefined;
  if (!Array.isArray(required) || required.length !== 1 || required[0] !== 'result') return undefined;
  if (!isObject(properties) || Object.keys(properties).length !== 1) return undefined;
  const inner = getOwn(properties, 'result');
  // An object needs no wrapper, so this one is the author's own.
  if (!isObject(inner) || getOwn(inner, 'type') === 'object') return undefined;
  const definitions = getOwn(schema, '$defs');
  return mapRefs({ ...inner, ...(definitions !== undefined && { $defs: definitions }) }, (ref) =>
    ref === INSIDE || ref.startsWith(`${INSIDE}/`) ? `#${ref.slice(INSIDE.length)}` : ref,
  );
}
