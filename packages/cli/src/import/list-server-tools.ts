import { type ChildProcess, spawn } from 'node:child_process';
import { endWithThisProcess, stopGroup, watchForEnd } from '@btcp/codegen/internal';
import type {
  Client,
  JSONRPCMessage,
  ReadBuffer,
  RequestOptions,
  Transport,
} from '@modelcontextprotocol/client';
import { VERSION } from '../help/version.ts';
import { loadPeers } from '../system/load-peers.ts';

/** Milliseconds for a server to start and to list its tools; `npx` may have to download it first. */
const TIMEOUT = 60_000;
/** Maximum bytes of a server's message. */
const MAX_MESSAGE = 10 * 1024 * 1024;

/** Maximum pages of a list; a server may always name another one. */
const MAX_PAGES = 1000;

/** The tools that a server lists, or why it failed. */
type ServerTools =
  | { readonly ok: true; readonly tools: readonly unknown[]; readonly version: string | undefined }
  | {
      readonly ok: false;
      readonly reason: string;
      /** The lines that it wrote to standard error. */
      readonly said: readonly string[];
    };

/** Starts an MCP server without a shell, lists its tools, and ends it, all within a time in milliseconds. */
export async function listServerTools(
  command: readonly string[],
  cwd: string,
  timeout: number = TIMEOUT,
): Promise<ServerTools> {
  const { Client, ReadBuffer, serializeMessage } = await loadPeers(
    () => import('@modelcontextprotocol/client'),
    'Importing from a server',
    '@modelcontextprotocol/client@2',
  );
  const buffer = new ReadBuffer({ maxBufferSize: MAX_MESSAGE });
  const transport = new ServerTransport(command, cwd, { buffer, serialize: serializeMessage });
  const client = new Client({ name: 'btcp', version: VERSION });
  const signal = AbortSignal.timeout(timeout);
  try {
    const listed = async () => {
      await client.connect(transport, { signal, timeout });
      return listPages(client, { signal, timeout });
    };
    const tools = await Promise.race([listed(), ended(signal)]);
    return { ok: true, tools, version: client.getNegotiatedProtocolVersion() };
  } catch (error) {
    const what = signal.aborted
      ? `it has not listed its tools within ${timeout / 1000} seconds`
      : (transport.refusal ?? reasonOf(error as NodeJS.ErrnoException, command));
    const said = transport.stderr.trim().split(/\r?\n/).filter(Boolean);
    return { ok: false, reason: said.length === 0 ? what : `${what}; it said:`, said };
  } finally {
    await client.close();
    await transport.close();
  }
}

const reasonOf = ({ code, message }: NodeJS.ErrnoException, [program]: readonly string[]): string =>
  code === 'ENOENT'
    ? `there is no program "${program}". Of a server over HTTP, save its answer to tools/list, and import that with --from mcp.`
    : message;

// The client's own schema refuses the whole list for one bad tool, and drops unknown hints.
const ANYTHING = {
  '~standard': { version: 1, vendor: 'btcp', validate: (value: unknown) => ({ value }) },
} as const;

async function listPages(client: Client, options: RequestOptions): Promise<readonly unknown[]> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 1; page <= MAX_PAGES; page++) {
    const params = typeof cursor === 'string' ? { cursor } : {};
    const result: unknown = await client.request({ method: 'tools/list', params }, ANYTHING, options);
    const { tools: listed, nextCursor } = Object(result) as Readonly<Record<string, unknown>>;
    if (!Array.isArray(listed)) throw new Error('its answer to tools/list has no array `tools`');
    // Not as arguments: a page may have more than the stack holds.
    for (const tool of listed as readonly unknown[]) tools.push(tool);
    if (typeof nextCursor !== 'string') return tools;
    cursor = nextCursor;
  }
  throw new Error(`it lists its tools on more than ${MAX_PAGES} pages`);
}

function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }),
  );
}

/** Maximum characters of a server's stderr to keep, for an error. */
const MAX_STDERR = 4000;

/** Functions of the official client's own transport. */
interface MessageTools {
  readonly buffer: ReadBuffer;
  readonly serialize: (message: JSONRPCMessage) => string;
}

/**
 * Talks to an MCP server that it starts, over its standard input and output. Unlike the client's own transport it
 * starts the server in a process group, so that closing ends all of it: what `npx` starts is not its child.
 */
class ServerTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: readonly string[];
  readonly #cwd: string;
  readonly #tools: MessageTools;
  /** The end of what the server wrote to its standard error. */
  stderr = '';
  /** Why the server was ended before it was asked to. */
  refusal: string | undefined;
  #child: ChildProcess | undefined;

  constructor(command: readonly string[], cwd: string, tools: MessageTools) {
    this.#command = command;
    this.#cwd = cwd;
    this.#tools = tools;
  }

  start(): Promise<void> {
    const [program = '', ...args] = this.#command;
    watchForEnd();
    const child = spawn(program, args, {
      cwd: this.#cwd,
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      windowsHide: true,
    });
    this.#child = child;
    endWithThisProcess(child);
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.stderr = (this.stderr + text).slice(-MAX_STDERR);
    });
    // A failed write is reported by the end of the process.
    child.stdin.on('error', () => undefined);
    child.on('close', () => this.#ended());
    return new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#child?.stdin?.write(this.#tools.serialize(message));
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.#ended();
    return Promise.resolve();
  }

  #read(chunk: Buffer): void {
    try {
      this.#tools.buffer.append(chunk);
    } catch {
      this.refusal = 'it sent a message of more than 10 MB';
      void this.close();
      return;
    }
    for (;;) {
      try {
        const message = this.#tools.buffer.readMessage();
        if (message === null) return;
        this.onmessage?.(message);
      } catch {
        // Skips a line that is not a message, such as a greeting.
      }
    }
  }

  #ended(): void {
    if (!this.#child) return;
    stopGroup(this.#child);
    this.#child = undefined;
    this.onclose?.();
  }
}
