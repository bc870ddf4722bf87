import {
  createMcpHandler,
  type CreateMcpHandlerOptions,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { ToolHost } from '../tool-host.ts';
import { createMcpServer, type McpServerOptions, type ServedManifest } from './create-mcp-server.ts';

/** How a handler serves; the SDK's options, too. */
export interface McpHttpOptions extends CreateMcpHandlerOptions, Omit<McpServerOptions, 'listChanged'> {}

/**
 * Serves the tools of a client over HTTP, statelessly, to clients of every revision of MCP that the SDK knows. Clients
 * that listen are told when the tools change. Check the `Host`, the `Origin` and who calls before requests get here.
 *
 * @param host - A `BTCPClient`.
 * @param manifest - What the server tells of itself.
 * @returns The official SDK's handler, with `fetch(request)`; after `close()` it follows the client no longer.
 */
export function createMcpHttpHandler(
  host: ToolHost,
  manifest: ServedManifest,
  { onRefused, title, extensions, ...options }: McpHttpOptions = {},
): McpHttpHandler {
  const handler = createMcpHandler(
    // Before 2026-07-28 each request has a server of its own, which has nowhere to send changes.
    ({ era }) =>
      createMcpServer(host, manifest, { onRefused, title, extensions, listChanged: era === 'modern' }),
    options,
  );
  const stop = host.on('toolsChanged', () => handler.notify.toolsChanged());
  return {
    ...handler,
    close: async () => {
      stop();
      await handler.close();
    },
  };
}
