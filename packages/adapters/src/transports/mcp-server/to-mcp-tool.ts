import type { JsonSchemaObject, ManifestTool } from '@btcp/core';
import { isObject, type MutableObject } from '@btcp/schema/internal';
import { withoutMedia } from '../../profile/content/media.ts';
import type { McpResults } from '../../targets/mcp/mcp-result.ts';
import { describeTool } from '../../profile/describe-tool.ts';
import { mcpTool, withObjectProperties } from '../../targets/mcp/export.ts';

export interface McpTool {
  name: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: Record<string, unknown>;
  // MCP's own type accepts further fields.
  [field: string]: unknown;
}

/** Whether a connection's revision is that of 2026-07-28 or later, whose properties and outputs may be of any type. */
export const isModern = (version: string | undefined): boolean =>
  version !== undefined && version >= '2026-07-28';

/** How a client gets results: text before 2025-06-18, which had nothing else. */
export const resultsFor = (version: string | undefined): McpResults =>
  version !== undefined && version < '2025-06-18' ? 'text' : 'both';

/** Whether a result is wrapped in an object: before 2026-07-28 structured results were objects. */
export function isWrapped({ outputSchema }: ManifestTool, version: string | undefined): boolean {
  return !isModern(version) && outputSchema !== undefined && outputSchema['type'] !== 'object';
}

/**
 * A tool in MCP. The SDK wraps what a revision needs wrapped when it sends the list.
 *
 * @param tool - One that passes the meta-schema.
 */
export function toMcpTool(
  name: string,
  tool: ManifestTool,
  version: string | undefined,
  results: McpResults,
): McpTool {
  // A tool with an output schema must return structured results.
  const output = results === 'text' ? undefined : withoutMedia(tool.outputSchema, 'reference').schema;
  const write = (schema: JsonSchemaObject): MutableObject =>
    isModern(version) ? { ...schema } : withObjectProperties({ ...schema });
  return mcpTool(tool, {
    name,
    description: describeTool(tool),
    // The meta-schema requires `"type": "object"`.
    inputSchema: write(tool.inputSchema) as McpTool['inputSchema'],
    outputSchema: isObject(output) ? write(output) : undefined,
  });
}
