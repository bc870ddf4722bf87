import type { ManifestTool, McpFields } from '@btcp/core';

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
  const fields = Object.fromEntries(Object.entries(mcp).filter(([field]) => field !== 'name'));
  const { _meta: own }: McpFields = written;
  const { _meta: given } = mcp;
  return { ...written, ...fields, ...(given && { _meta: { ...given, ...own } }) };
}

/** The name that MCP clients know a tool by. */
export function mcpName({ name, mcp }: Pick<ManifestTool, 'name' | 'mcp'>): string {
  return mcp?.name ?? name;
}
