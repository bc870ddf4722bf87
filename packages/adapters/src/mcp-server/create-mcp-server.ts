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

/** What a server says of itself: a manifest has it. */
export type ServedManifest = Pick<Manifest, 'name' | 'version' | 'description' | 'provider'>;

/** How a server serves. */
export interface McpServerOptions {
  /** Hears of a tool that is not listed because it does not pass the meta-schema; once of each. */
  readonly onRefused?: ((refused: RefusedTool) => void) | undefined;
}

/**
 * An MCP server with the tools of a client. It follows the client: what is registered later is listed, and connected
 * clients are told. Calls go through the client's gate, validators and deadline; a failed one is a result with its
 * code and suggestion. One server serves one connection.
 *
 * @param host - A `BTCPClient`; what it was not granted is listed, and refused when called.
 * @param manifest - What the server says of itself.
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

/** The tools by the names that MCP clients know them by; who wants a name that is taken keeps its own. */
function byMcpName(tools: readonly ManifestTool[]): ReadonlyMap<string, ManifestTool> {
  // The same order on every machine, whatever its language.
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

/** Tells the connected client when the tools change, for as long as the server lives. */
function follow(host: ToolHost, server: Server): void {
  const stop = host.on('toolsChanged', () => {
    // Who is not connected yet, or no longer, asks for the list when it is.
    if (server.transport) server.sendToolListChanged().catch(() => undefined);
  });
  const { onclose } = server;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's way to hear of it
  server.onclose = () => {
    stop();
    onclose?.();
  };
}
