import type { ManifestTool, McpFields } from '@btcp/core';
import { isObject, type MutableObject } from '@btcp/schema';
import { listedSchema, type SchemaName } from './listed-schema.ts';
import { overlay } from './overlay.ts';
import { derivedHints } from './derived-hints.ts';

/**
 * An MCP tool with what its author says of it for MCP: instead of what was derived, and metadata beside that of BTCP.
 *
 * @param written - As derived from the BTCP tool; its name stays, see `mcpName`.
 */
export function withMcpFields<T extends MutableObject>(
  written: T,
  { mcp }: Pick<ManifestTool, 'mcp'>,
): T & McpFields {
  if (mcp === undefined) return written;
  const { name, _meta: own } = written;
  const { _meta: given } = mcp;
  const fields = {
    ...mcp,
    ...Object.fromEntries(SCHEMAS.map((field) => [field, listed(field, written, mcp)])),
    name,
    _meta: given === undefined ? own : { ...given, ...(isObject(own) && own) },
  };
  // Every field that the tool has is one of `written`, or one of `mcp`.
  return overlay(written, fields) as T & McpFields;
}

const SCHEMAS: readonly SchemaName[] = ['inputSchema', 'outputSchema'];

function listed(field: SchemaName, { [field]: own }: MutableObject, mcp: McpFields): unknown {
  const given = mcp[field];
  return isObject(own) && isObject(given) ? (listedSchema(field, own, given) ?? own) : own;
}

/** The name that MCP clients know a tool by. */
export function mcpName({ name, mcp }: Pick<ManifestTool, 'name' | 'mcp'>): string {
  return mcp?.name ?? name;
}

/** What WebMCP has of what MCP says of a tool. */
export interface WebMcpFields {
  readonly title?: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
}

/**
 * What WebMCP says of a tool: what its author says of it for MCP, else what follows from the tool.
 *
 * @param description - As derived from the BTCP tool.
 */
export function webMcpFields(
  tool: Pick<ManifestTool, 'mcp' | 'capabilities' | 'capabilitiesVerified'>,
  description: string,
): WebMcpFields {
  const { title, annotations: hints, description: given } = tool.mcp ?? {};
  return {
    ...(title !== undefined && { title }),
    description: given ?? description,
    annotations: {
      // Who gives hints and leaves this one out says no.
      readOnlyHint: (hints === undefined ? { ...derivedHints(tool) } : hints)?.['readOnlyHint'] === true,
      untrustedContentHint: hints?.['untrustedContentHint'] === true,
    },
  };
}
