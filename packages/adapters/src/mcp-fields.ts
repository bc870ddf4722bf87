import type { ManifestTool, McpFields } from '@btcp/core';
import { derivedHints } from './targets/annotations.ts';

/**
 * An MCP tool with what its author says of it for MCP: instead of what was derived, and metadata beside that of BTCP.
 *
 * @param written - As derived from the BTCP tool; its name stays, see `mcpName`.
 */
export function withMcpFields<T extends object>(
  written: T,
  { mcp }: Pick<ManifestTool, 'mcp'>,
): T & McpFields {
  if (mcp === undefined) return written;
  const merged: T & McpFields = { ...written, ...mcp };
  const { name, _meta: own }: McpFields = written;
  const { _meta: given } = mcp;
  const replaced = {
    name,
    // None at all, where the source had none: not those that were derived.
    annotations: isEmpty(merged.annotations) ? undefined : merged.annotations,
    _meta: given === undefined ? own : { ...given, ...own },
  };
  const entries = Object.entries({ ...merged, ...replaced }).filter(([, value]) => value !== undefined);
  // Of the fields of both, only those without a value are left out.
  return Object.fromEntries(entries) as T & McpFields;
}

const isEmpty = (hints: object | undefined): boolean =>
  hints !== undefined && Object.keys(hints).length === 0;

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
  const { title, annotations: hints, description: given = description } = tool.mcp ?? {};
  return {
    ...(title !== undefined && { title }),
    description: given,
    annotations: {
      // Who gives hints and leaves this one out says no.
      readOnlyHint: (hints ?? { ...derivedHints(tool) })['readOnlyHint'] === true,
      untrustedContentHint: hints?.['untrustedContentHint'] === true,
    },
  };
}
