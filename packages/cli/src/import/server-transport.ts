import { spawn, type ChildProcess } from 'node:child_process';
import { endWithThisProcess, stopGroup } from '@btcp/codegen';
import type { JSONRPCMessage, ReadBuffer, Transport } from '@modelcontextprotocol/client';

/** Maximum characters of a server's stderr to keep, for an error. */
const MAX_STDERR = 4000;

/** Functions of the official client's own transport. */
export interface MessageTools {
  readonly buffer: ReadBuffer;
  readonly serialize: (message: JSONRPCMessage) => string;
}

/**
 * Talks to an MCP server that it starts, over its standard input and output. Unlike the client's own transport it
 * starts the server in a process group, so that closing ends all of it: what `npx` starts is not its child.
 */
export class ServerTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #command: readonly string[];
  readonly #cwd: string;
  readonly #tools: MessageTools;
  #child: ChildProcess | undefined;
  #stderr = '';
  #refusal: string | undefined;

  constructor(command: readonly string[], cwd: string, tools: MessageTools) {
    this.#command = command;
    this.#cwd = cwd;
    this.#tools = tools;
  }

  /** The end of what the server wrote to its standard error. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Why the server was ended before it was asked to. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  start(): Promise<void> {
    const [program = '', ...args] = this.#command;
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
      this.#stderr = (this.#stderr + text).slice(-MAX_STDERR);
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
    return new Promise((resolve) => {
      const stdin = this.#child?.stdin;
      if (stdin?.write(this.#tools.serialize(message)) === false) stdin.once('drain', resolve);
      else resolve();
    });
  }

  close(): Promise<void> {
    this.#ended();
    return Promise.resolve();
  }

  #read(chunk: Buffer): void {
    try {
      this.#tools.buffer.append(chunk);
    } catch (error) {
      this.#refusal = (error as Error).message;
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
