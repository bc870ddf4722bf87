import { BTCPError, type Manifest, type ManifestTool } from '@btcp/core';
import {
  type Implementation,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
} from '@modelcontextprotocol/server';
import { findListingProblems, type RefusedTool } from '../find-listable.ts';
import { mcpName } from '../formats/mcp/mcp-fields.ts';
import { type McpContext, withProgress } from '../formats/mcp/mcp-progress.ts';
import { type McpResult, toMcpError, toMcpResult } from '../formats/mcp/mcp-result.ts';
import type { ToolHost } from '../tool-host.ts';
import { StrictServer } from './strict-server.ts';
import { isWrapped, type McpTarget, targetOf, toMcpTool } from './to-mcp-tool.ts';

/** What a server tells of itself, from a manifest. */
export type ServedManifest = Pick<Manifest, 'name' | 'version' | 'description' | 'provider'>;

/** How a server serves. */
export interface McpServerOptions {
  /** Called once for each tool that is not listed, as it violates the meta-schema. */
  readonly onRefused?: ((refused: RefusedTool) => void) | undefined;
}

/**
 * An MCP server with the tools of a client. It follows the client: tools that are registered later are listed, and
 * connected clients are notified. Calls go through the client's gate, validators and deadline; a failed one is a result
 * with its code and suggestion. One server serves one connection.
 *
 * @param host - A `BTCPClient`; tools without grants are listed, and refused when called.
 * @param manifest - What the server tells of itself.
 * @returns The official SDK's server, to be connected to a transport.
 */
export function createMcpServer(
  host: ToolHost,
  manifest: ServedManifest,
  { onRefused }: McpServerOptions = {},
): Server {
  const { description } = manifest;
  const server = new StrictServer(implementationOf(manifest), {
    capabilities: { tools: { listChanged: true } },
    ...(description !== undefined && { instructions: description }),
  });
  const reported = new WeakSet<ManifestTool>();
  const list = (): readonly ManifestTool[] =>
    host.listTools().filter((tool) => isListable(tool, reported, onRefused));
  // oxlint-disable-next-line typescript/no-deprecated -- the other way to know it differs by era
  const target = (): McpTarget => targetOf(server.getNegotiatedProtocolVersion());
  server.setRequestHandler('tools/list', () => ({
    tools: [...byMcpName(list())].map(([name, tool]) => toMcpTool(name, tool, target())),
  }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const tool = byMcpName(list()).get(params.name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    return callTool(host, tool, params.arguments ?? {}, context, target());
  });
  follow(host, server);
  return server;
}

function implementationOf({ name, version, provider }: ServedManifest): Implementation {
  const { url, icon } = provider ?? {};
  return {
    name,
    version,
    ...(url !== undefined && { websiteUrl: url }),
    ...(icon !== undefined && { icons: [{ src: icon }] }),
  };
}

/** The tools by their names for MCP clients; a tool whose MCP name is taken keeps its own. */
function byMcpName(tools: readonly ManifestTool[]): ReadonlyMap<string, ManifestTool> {
  // The same order in every locale.
  const sorted = tools.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const own = new Set(sorted.filter((tool) => mcpName(tool) === tool.name).map(({ name }) => name));
  const named = new Map<string, ManifestTool>();
  for (const tool of sorted) {
    const wanted = mcpName(tool);
    const isTaken = wanted !== tool.name && (own.has(wanted) || named.has(wanted));
    named.set(isTaken ? tool.name : wanted, tool);
  }
  return named;
}

function isListable(
  tool: ManifestTool,
  reported: WeakSet<ManifestTool>,
  onRefused: McpServerOptions['onRefused'],
): boolean {
  const problems = findListingProblems(tool);
  if (problems.length === 0) return true;
  if (!reported.has(tool)) onRefused?.({ name: tool.name, problems });
  reported.add(tool);
  return false;
}

function callTool(
  host: ToolHost,
  tool: ManifestTool,
  input: unknown,
  context: McpContext,
  target: McpTarget,
): Promise<McpResult> {
  const { signal } = context.mcpReq;
  return withProgress(context, async (onProgress) => {
    try {
      const output = await host.callTool(tool.name, input, { signal, onProgress });
      const result = toMcpResult(output, tool.outputSchema !== undefined);
      return isWrapped(tool, target) ? { ...result, structuredContent: { result: output } } : result;
    } catch (thrown) {
      return toMcpError(BTCPError.from(thrown));
    }
  });
}

/** Notifies the connected client when the tools change, as long as the server lives. */
function follow(host: ToolHost, server: Server): void {
  const stop = host.on('toolsChanged', () => {
    // A client that is not connected asks for the list when it connects.
    if (server.transport) server.sendToolListChanged().catch(() => undefined);
  });
  const { onclose } = server;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's way to hear of it
  server.onclose = () => {
    stop();
    onclose?.();
  };
}
