import type { Manifest, ManifestTool } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';

/** Fields of a listed tool that a manifest has in `mcp`. */
const OF_MCP = ['title', 'annotations', 'execution', 'icons', '_meta'];

/**
 * What an MCP server answered to `tools/list`, as a manifest: the result, the message around it, or its array of tools.
 *
 * @param name - How messages name it.
 * @returns `undefined` where it is no such listing.
 */
export function readListing(document: unknown, name: string): Manifest | undefined {
  const result = isObject(document) ? (getOwn(document, 'result') ?? document) : document;
  const tools = Array.isArray(result)
    ? (result as readonly unknown[])
    : isObject(result)
      ? result['tools']
      : undefined;
  const isManifest = isObject(result) && (Object.hasOwn(result, 'btcp') || Object.hasOwn(result, 'version'));
  if (isManifest || !Array.isArray(tools) || tools.length === 0 || !tools.every(isListed)) return undefined;
  return { btcp: '1.0', name, version: '', tools: tools.map(toolOf), capabilities: [] };
}

const isListed = (tool: unknown): tool is Readonly<Record<string, unknown>> =>
  isObject(tool) && typeof tool['name'] === 'string' && isObject(tool['inputSchema']);

function toolOf(listed: Readonly<Record<string, unknown>>): ManifestTool {
  const { name, description = '', inputSchema, outputSchema } = listed;
  const mcp = OF_MCP.filter((field) => Object.hasOwn(listed, field)).map((field) => [field, listed[field]]);
  return {
    name,
    description,
    inputSchema,
    ...(outputSchema !== undefined && { outputSchema }),
    capabilities: [],
    ...(mcp.length > 0 && { mcp: Object.fromEntries(mcp) as object }),
  } as unknown as ManifestTool; // checked as those of a manifest are
}
