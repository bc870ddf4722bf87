import type { JsonSchema, ManifestTool } from '@btcp/core';
import { isObject, type MutableObject } from '@btcp/schema';
import type { Change } from '../lower/change.ts';
import { copyJson } from '../lower/copy-json.ts';
import { mcpName, withMcpFields } from '../mcp-fields.ts';
import { KEEP_ALL } from '../lower/schema-rules.ts';
import { mapRefs } from '../lower/map-refs.ts';
import { booleanProperties } from '../lower/steps/boolean-properties.ts';
import { derivedHints } from './annotations.ts';
import type { Profile, ToolToWrite, WrittenTool } from './profile.ts';

/** MCP tools before the revision of 2026: properties and outputs must be described by object schemas. */
export const mcp2025: Profile = {
  names: { chars: 'A-Za-z0-9_.\\-', max: 128, separator: '.' },
  nameOf: mcpName,
  schema: { ...KEEP_ALL, after: [booleanProperties] },
  write: (entry) => writeMcpTool(entry, wrapOutput),
};

/** MCP tools since the revision of 2026-07-28. */
export const mcp2026: Profile = {
  ...mcp2025,
  schema: KEEP_ALL,
  write: (entry) => writeMcpTool(entry, (schema) => ({ schema, changes: [] })),
};

interface WrittenOutput {
  readonly schema: JsonSchema;
  readonly changes: readonly Change[];
}

/** A tool as MCP lists it, with what MCP has no field for under `_meta`. */
export function writeMcpTool(
  { tool, name, description, inputSchema, outputSchema }: ToolToWrite,
  writeOutput: (schema: JsonSchema) => WrittenOutput,
): WrittenTool {
  const output = outputSchema === undefined ? undefined : writeOutput(outputSchema);
  const annotations = derivedHints(tool);
  const derived = {
    name,
    description,
    inputSchema,
    ...(output && { outputSchema: output.schema }),
    ...(Object.keys(annotations).length > 0 && { annotations }),
    _meta: metaOf(tool),
  };
  return { tool: { ...withMcpFields(derived, tool) }, changes: output?.changes ?? [] };
}

/** The fields of a tool that MCP does not have, so that importing it again loses nothing. */
const META_FIELDS = [
  'capabilities',
  'timeout',
  'tags',
  'examples',
  'deprecated',
  'deprecationMessage',
] as const satisfies readonly (keyof ManifestTool)[];

/** What MCP has no field for, under keys of our own. */
export function metaOf(tool: ManifestTool): MutableObject {
  const meta: MutableObject = {};
  for (const field of META_FIELDS) {
    if (tool[field] !== undefined) meta[`dev.btcp/${field}`] = copyJson(tool[field]);
  }
  return meta;
}

/** Wraps an output that is no object as `{ result: … }`, as the official SDK does. */
function wrapOutput(schema: JsonSchema): WrittenOutput {
  if (isObject(schema) && schema['type'] === 'object') return { schema, changes: [] };
  const result = isObject(schema)
    ? mapRefs(schema, (ref) => `#/properties/result${ref.slice(1)}`)
    : schema
      ? {}
      : { not: {} };
  const detail = 'outputs must be objects before 2026-07-28, so the result is wrapped as `{ result: … }`';
  return {
    schema: { type: 'object', properties: { result }, required: ['result'] },
    changes: [{ code: 'output-wrapped', path: '/outputSchema', detail, effect: 'none' }],
  };
}
