import { derivedHints, type ManifestTool, type McpFields } from '@btcp/core';
import { isObject, type MutableObject } from '@btcp/schema';
import { listedSchema, type SchemaName } from './listed-schema.ts';
import { overlay } from './overlay.ts';

/**
 * Applies an author's MCP fields to a tool: over derived fields, and next to BTCP's metadata.
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
  // Every field of the tool is one of `written`, or one of `mcp`.
  return overlay(written, fields) as T & McpFields;
}

const SCHEMAS: readonly SchemaName[] = ['inputSchema', 'outputSchema'];

function listed(field: SchemaName, { [field]: own }: MutableObject, mcp: McpFields): unknown {
  const given = mcp[field];
  return isObject(own) && isObject(given) ? (listedSchema(field, own, given) ?? own) : own;
}

/** The tool's name for MCP clients. */
export function mcpName({ name, mcp }: Pick<ManifestTool, 'name' | 'mcp'>): string {
  return mcp?.name ?? name;
}

/** MCP fields that WebMCP has too. */
export interface WebMcpFields {
  readonly title?: string;
  readonly description: string;
  readonly annotations: { readonly readOnlyHint: boolean; readonly untrustedContentHint: boolean };
}

/**
 * The WebMCP fields of a tool: its author's MCP fields, else what follows from the tool.
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
      // Hints without this one mean false.
      readOnlyHint: (hints === undefined ? { ...derivedHints(tool) } : hints)?.['readOnlyHint'] === true,
      untrustedContentHint: hints?.['untrustedContentHint'] === true,
    },
  };
}
