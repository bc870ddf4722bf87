import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolHost } from '../tool-host.ts';
import {
  createMcpServer,
  type McpServerOptions,
  type ServedManifest,
  type McpExtension,
} from './create-mcp-server.ts';
import { StdioTransport } from './stdio-transport.ts';

/** How a service runs. */
export interface ServeMcpOptions extends McpServerOptions {
  /** Default: the process's standard input. */
  readonly stdin?: Readable;
  /** Default: the process's standard output. Nothing else may write there. */
  readonly stdout?: Writable;
  /** Receives connection errors: invalid messages, failed writes. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A running service. */
export interface McpService {
  /** Ends it, and cancels running calls. */
  close(): Promise<void>;
  /** Resolves when it has ended: closed, at the end of its input, or when nobody reads its output. */
  readonly closed: Promise<void>;
}

/**
 * Serves the tools of a client over stdio, to clients of every revision of MCP that the SDK knows.
 *
 * @param host - A `BTCPClient`.
 * @param manifest - What the server tells of itself.
 */
export function serveMcp(
  host: ToolHost,
  manifest: ServedManifest,
  options: ServeMcpOptions = {},
): McpService {
  const { stdin = process.stdin, stdout = process.stdout, onError, ...served } = options;
  let end: () => void;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const transport = new StdioTransport(stdin, stdout, () => end());
  const handle = serveStdio(() => createMcpServer(host, manifest, served), {
    transport,
    ...(onError && { onerror: onError }),
  });
  return { close: () => handle.close(), closed };
}

/**
 * Loads skills to serve beside tools (SEP-2640): a folder of folders with a `SKILL.md`.
 *
 * @param folder - Its path.
 * @param onWarning - Takes what is wrong with a skill, which is then left out. Default: none is told.
 */
export async function loadSkills(
  folder: string,
  onWarning: (warning: string) => void = () => undefined,
): Promise<McpExtension> {
  // Only a project with skills needs it.
  const skills = await import('@modelcontextprotocol/server/ext/skills/node');
  return skills.loadSkills(folder, {
    onWarning: ({ path, message }) => onWarning(path === '.' ? message : `${path}: ${message}`),
  });
}
