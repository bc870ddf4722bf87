import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import type { ToolHost } from '../tool-host.ts';
import { servedManifest, serverOf, type McpServerOptions, type McpExtension } from './create-mcp-server.ts';
import { isJSONRPCRequest, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { LineSplitter, MAX_BYTES, readMessage, type Refusal } from './read-message.ts';

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
 * @throws BTCPError `INVALID_ARGUMENT` without `manifest`, where the client has none or several.
 * @example
 * await client.registerManifest(registration);
 * serveMcp(client);
 */
export function serveMcp(host: ToolHost, options: ServeMcpOptions = {}): McpService {
  const { stdin = process.stdin, stdout = process.stdout, onError, listChanged } = options;
  const manifest = servedManifest(host, options);
  let end: () => void;
  const closed = new Promise<void>((resolve) => (end = resolve));
  const transport = new StdioTransport(stdin, stdout, () => end());
  const handle = serveStdio(() => serverOf(host, manifest, options, listChanged), {
    transport,
    ...(onError && { onerror: onError }),
  });
  return { close: () => handle.close(), closed };
}

/** How skills are loaded. */
export interface LoadSkillsOptions {
  /** Takes what is wrong with a skill, which is then left out. Default: none is told. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * Loads skills to serve beside tools (SEP-2640): a folder of folders with a `SKILL.md`.
 *
 * @param folder - Its path.
 */
export async function loadSkills(
  folder: string,
  { onWarning }: LoadSkillsOptions = {},
): Promise<McpExtension> {
  // Only a project with skills needs it.
  const skills = await import('@modelcontextprotocol/server/ext/skills/node');
  return skills.loadSkills(folder, {
    onWarning: ({ path, message }) => onWarning?.(path === '.' ? message : `${path}: ${message}`),
  });
}

/** Milliseconds after the end of the input, after which an idle process is ended, with its calls. */
const LAST_WORDS = 1000;
/** Maximum microseconds of CPU time that an idle process uses meanwhile. */
const IDLE = 10_000;

/**
 * Transports MCP messages as lines. Unlike the SDK's own it answers invalid lines, survives one that is too long, and
 * waits for open answers when its input ends.
 */
class StdioTransport implements Transport {
  onmessage?: NonNullable<Transport['onmessage']>;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  readonly #stdin: Readable;
  readonly #stdout: Writable;
  readonly #lines = new LineSplitter(MAX_BYTES);
  readonly #pending = new Set<string | number>();
  readonly #closed: () => void;
  #lastWords: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(stdin: Readable, stdout: Writable, closed: () => void) {
    this.#stdin = stdin;
    this.#stdout = stdout;
    this.#closed = closed;
  }

  async start(): Promise<void> {
    this.#stdin.on('data', this.#read);
    for (const event of ['end', 'close', 'error']) this.#stdin.on(event, this.#endSoon);
    this.#stdout.on('error', this.#lostReader);
    if (this.#stdin.readableEnded || this.#stdin.destroyed) this.#endSoon();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    await this.#write(message);
    if ('id' in message && message.id !== undefined && !('method' in message)) this.#answered(message.id);
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#lastWords);
    this.#stdin.off('data', this.#read);
    for (const event of ['end', 'close', 'error']) this.#stdin.off(event, this.#endSoon);
    this.#stdin.pause();
    // A pending write may still fail: its listener stays.
    this.onclose?.();
    this.#closed();
  }

  readonly #read = (chunk: Buffer | string): void => {
    for (const line of this.#lines.split(Buffer.from(chunk))) {
      if (line.text.trim() === '') continue;
      const read = readMessage(line);
      if (read.ok) this.#receive(read.message);
      else this.#refuse(read.refusal);
    }
  };

  #receive(message: JSONRPCMessage): void {
    if (isJSONRPCRequest(message)) this.#pending.add(message.id);
    const cancelled = cancelledId(message);
    if (cancelled !== undefined) this.#answered(cancelled);
    this.onmessage?.(message);
  }

  #refuse({ id, code, reason }: Refusal): void {
    this.onerror?.(new Error(reason));
    if (id === undefined) return;
    this.#write({ jsonrpc: '2.0', id, error: { code, message: reason } }).catch(() => undefined);
  }

  #write(message: object): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('The connection is closed.'));
      this.#stdout.write(`${JSON.stringify(message)}\n`, (error) => (error ? reject(error) : resolve()));
    });
  }

  readonly #lostReader = ({ message }: Error): void => {
    if (this.#isClosed) return;
    this.onerror?.(new Error(`Nobody reads the output any more (${message}).`));
    void this.close();
  };

  #answered(id: string | number): void {
    this.#pending.delete(id);
    if (this.#lastWords && this.#pending.size === 0) void this.close();
  }

  readonly #endSoon = (): void => {
    if (this.#lastWords) return;
    // Of a last line without its end.
    this.#read('\n');
    this.#awaitLastWords();
    // Lines that arrived before are read first.
    setImmediate(() => {
      if (this.#pending.size === 0) void this.close();
    });
  };

  // A first call loads its tool, which takes long on a busy machine; a busy tool is ended by its deadline.
  #awaitLastWords(): void {
    const before = process.cpuUsage();
    this.#lastWords = setTimeout(() => {
      const { user, system } = process.cpuUsage(before);
      if (user + system < IDLE) void this.close();
      else this.#awaitLastWords();
    }, LAST_WORDS);
  }
}

// A cancelled call is never answered.
function cancelledId(message: JSONRPCMessage): string | number | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id: unknown = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
