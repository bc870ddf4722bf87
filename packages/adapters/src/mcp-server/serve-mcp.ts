import { PassThrough, type Readable, type Writable } from 'node:stream';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import type { ToolHost } from '../tool-host.ts';
import { createMcpServer, type McpServerOptions, type ServedManifest } from './create-mcp-server.ts';

/** How a service runs. */
export interface ServeMcpOptions extends McpServerOptions {
  /** Default: the process's standard input. */
  readonly stdin?: Readable;
  /** Default: the process's standard output. Nothing else may write there. */
  readonly stdout?: Writable;
  /** Hears what is wrong with the connection: messages that are none, writes that fail. */
  readonly onError?: ((error: Error) => void) | undefined;
}

/** A running service. */
export interface McpService {
  /** Ends it; what is running is cancelled. */
  close(): Promise<void>;
  /** Resolves when it has ended: it was closed, its input has ended, or nobody reads its output. */
  readonly closed: Promise<void>;
}

/** Milliseconds that calls are given to be answered after the input has ended. */
const LAST_WORDS = 1000;

/**
 * Serves the tools of a client over stdio, to clients of every revision of MCP that the SDK knows.
 *
 * @param host - A `BTCPClient`.
 * @param manifest - What the server says of itself.
 */
export function serveMcp(
  host: ToolHost,
  manifest: ServedManifest,
  options: ServeMcpOptions = {},
): McpService {
  const { stdin = process.stdin, stdout = process.stdout, onError, onRefused } = options;
  let end: () => void;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const transport = new LastingTransport(stdin, stdout, () => end());
  const handle = serveStdio(() => createMcpServer(host, manifest, { onRefused }), {
    transport,
    ...(onError && { onerror: onError }),
  });
  return { close: () => handle.close(), closed };
}

/** The SDK's transport, which drops what is not answered when its input ends; this one waits a moment for it. */
class LastingTransport extends StdioServerTransport {
  readonly #pending = new Set<string | number>();
  readonly #onClosed: () => void;
  readonly #input: PassThrough;
  #lastWords: NodeJS.Timeout | undefined;

  constructor(stdin: Readable, stdout: Writable, onClosed: () => void) {
    const input = new PassThrough();
    super(input, stdout);
    this.#input = input;
    this.#onClosed = onClosed;
    stdin.pipe(input, { end: false });
    stdin.once('end', () => this.#endSoon());
    stdin.once('close', () => this.#endSoon());
    stdin.once('error', () => this.#endSoon());
  }

  override async start(): Promise<void> {
    const { onmessage } = this;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's way to hear of it
    this.onmessage = (message) => {
      if (isJSONRPCRequest(message)) this.#pending.add(message.id);
      const cancelled = cancelledId(message);
      if (cancelled !== undefined) this.#answered(cancelled);
      onmessage?.(message);
    };
    await super.start();
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#answered(message.id);
  }

  override async close(): Promise<void> {
    clearTimeout(this.#lastWords);
    await super.close();
    this.#onClosed();
  }

  #answered(id: string | number): void {
    this.#pending.delete(id);
    if (this.#lastWords && this.#pending.size === 0) this.#input.end();
  }

  #endSoon(): void {
    if (this.#lastWords) return;
    this.#lastWords = setTimeout(() => this.#input.end(), LAST_WORDS);
    // What came last is read before this.
    setImmediate(() => {
      if (this.#pending.size === 0) this.#input.end();
    });
  }
}

// What was cancelled is never answered.
function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id: unknown = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
