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
