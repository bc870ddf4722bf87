import type { JsonSchemaObject, ManifestTool } from '@btcp/core';
import { isObject } from '@btcp/schema';
import { withoutMedia } from '../../profile/content/media-schema.ts';
import type { McpResults } from '../../targets/mcp/mcp-result.ts';
import type { Target } from '../../targets/targets.ts';
import { describeTool } from '../../profile/describe-tool.ts';
import { mcpTool } from '../../targets/mcp/export.ts';

/** A revision of MCP with its own form of tools. */
export type McpTarget = Extract<Target, `mcp-${string}`>;

/** A tool in a `tools/list` result. */
export interface McpTool {
  name: string;
  description: string;
  inputSchema: { type: 'object'; [keyword: string]: unknown };
  outputSchema?: Record<string, unknown>;
  // MCP's own type accepts further fields.
  [field: string]: unknown;
}

/** The revision for a connection: its own, or the nearest older one. */
export function targetOf(version: string | undefined): McpTarget {
  if (version === undefined || version < '2025-11-25') return 'mcp-2025-06-18';
  return version < '2026-07-28' ? 'mcp-2025-11-25' : 'mcp-2026-07-28';
}

/** How a client gets results: text before 2025-06-18, which had nothing else. */
export const resultsFor = (version: string | undefined): McpResults =>
  version !== undefined && version < '2025-06-18' ? 'text' : 'both';

/** Whether a result is wrapped in an object: before 2026-07-28 structured results were objects. */
export function isWrapped({ outputSchema }: ManifestTool, target: McpTarget): boolean {
  return target !== 'mcp-2026-07-28' && outputSchema !== undefined && outputSchema['type'] !== 'object';
}

/**
 * A tool in MCP. The SDK wraps what a revision needs wrapped when it sends the list.
 *
 * @param name - Its name for MCP clients.
 * @param tool - One that passes the meta-schema.
 */
export function toMcpTool(
  name: string,
  tool: ManifestTool,
  target: McpTarget,
  results: McpResults = 'both',
): McpTool {
  const { inputSchema } = tool;
  // A tool with an output schema must return structured results.
  const output = results === 'text' ? undefined : withoutMedia(tool.outputSchema, 'reference').schema;
  const write = target === 'mcp-2026-07-28' ? copy : withObjectProperties;
  return mcpTool(tool, {
    name,
    description: describeTool(tool),
    // The meta-schema requires `"type": "object"`.
    inputSchema: write(inputSchema) as McpTool['inputSchema'],
    outputSchema: isObject(output) ? write(output) : undefined,
  });
}

const copy = (schema: JsonSchemaObject): Record<string, unknown> => ({ ...schema });

// Before 2026-07-28 a property's schema was an object; `true` and `false` have equivalent ones.
function withObjectProperties(schema: JsonSchemaObject): Record<string, unknown> {
  const { properties } = schema as { properties?: Record<string, unknown> };
  if (!properties) return copy(schema);
  const written = Object.entries(properties).map(([key, below]) => [
    key,
    typeof below === 'boolean' ? (below ? {} : { not: {} }) : below,
  ]);
  // `fromEntries` defines properties, even `__proto__`.
  return { ...schema, properties: Object.fromEntries(written) as unknown };
}
