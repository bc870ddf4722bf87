import {
  BTCPClient,
  type ClientOptions,
  type HostContext,
  type RegisteredManifest,
  type RegisterOptions,
} from '@btcp/client';
import { BTCPError, type HostDocument, type Manifest, type Registration } from '@btcp/core';
import { copyJson } from '@btcp/core/internal';
import { omitKeys } from '@btcp/schema/internal';
import { compileSchema } from '@btcp/schema/compile';
import { describeTools } from './describe-tools.ts';
import { createMockDOM } from './mock-dom.ts';

/** Options of a test client. */
export interface TestClientOptions extends ClientOptions {
  /** The document that tools get as `ctx.dom`. Default: made from `html`, else the page's, else an empty one. */
  readonly dom?: HostDocument;
  /** The HTML of a page, or a part of one, that tools act on. */
  readonly html?: string;
}

/**
 * A client for tests: it has a document even in Node, records its calls, and takes manifests and tools that are not
 * built. Gate, validation and deadlines are those of `BTCPClient`; where the level of a manifest's `sandbox` cannot be had,
 * what was built runs in QuickJS, and sources inline.
 *
 * @example
 * const client = new BTCPTestClient({ html: '<td id="B5">42</td>' });
 * await client.registerTools({ getCellValue });
 * await client.grantCapabilities(['dom:read']);
 * expect(await client.callTool('getCellValue', { cell: 'B5' })).toEqual({ value: 42 });
 */
export class BTCPTestClient extends BTCPClient {
  /** The document that tools act on. */
  readonly dom: HostDocument;
  readonly #tools: Record<string, unknown> = {};
  readonly #calls: RecordedCall[] = [];
  readonly #sandbox: ClientOptions['sandbox'];
  /** The calls so far, in the order of their start. */
  readonly calls: readonly RecordedCall[];

  constructor({ dom, html, context, ...options }: TestClientOptions = {}) {
    const document = dom ?? (html === undefined ? globalThis.document : undefined) ?? createMockDOM(html);
    super({
      compile: compileSchema,
      ...options,
      context: (): HostContext => ({
        dom: document,
        ...(typeof context === 'function' ? context() : context),
      }),
    });
    this.dom = document;
    this.#sandbox = options.sandbox;
    this.calls = this.#calls;
    recordCalls(this, this.#calls);
  }

  /** The calls of one tool so far. */
  callsOf(tool: string): readonly RecordedCall[] {
    return this.#calls.filter((call) => call.tool === tool);
  }

  /** Empties the log, for example after what a test prepares. Calls that are running are not logged again. */
  forgetCalls(): void {
    this.#calls.length = 0;
  }

  override registerManifest(
    registration: Registration,
    options: RegisterOptions = {},
  ): Promise<RegisteredManifest> {
    const register = (given: Registration, level: RegisterOptions): Promise<RegisteredManifest> =>
      super.registerManifest(given, { ...options, ...level });
    // A test that names a level tests that level.
    return (options.sandbox ?? this.#sandbox) === undefined
      ? registerAnyhow(register, registration)
      : register(registration, {});
  }

  /**
   * Registers what `defineTool` returned, without a build, in addition to earlier ones. A tool is called by its own
   * `name`, else its key.
   *
   * @param tools - By name, for example a module that exports them; other values are left out.
   * @param manifest - Further fields of the manifest; its name is `test-tools` by default.
   */
  async registerTools(
    tools: Readonly<Record<string, unknown>>,
    manifest: Partial<Manifest> = {},
  ): Promise<RegisteredManifest> {
    if (Array.isArray(tools)) {
      throw new BTCPError('INVALID_ARGUMENT', {
        message: 'Tools are registered by name, and a list has none.',
        suggestion: 'Write registerTools({ getCell }) instead of registerTools([getCell]).',
      });
    }
    const known = manifest.name === undefined ? Object.assign(this.#tools, tools) : tools;
    return this.registerManifest(describeTools(known, manifest), { replace: manifest.name === undefined });
  }
}

/** A call to a test client. Without `output` and `error` it has not ended. */
export interface RecordedCall {
  readonly tool: string;
  /** As the caller passed it: a copy, if it is JSON. */
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: BTCPError;
}

/** Logs the calls of a client, in the order of their start. */
function recordCalls(client: BTCPClient, calls: RecordedCall[]): void {
  const running = new Map<number, RecordedCall>();
  client.on('callStarted', ({ id, tool, input }) => {
    const call = { tool, input: snapshot(input) };
    calls.push(call);
    running.set(id, call);
  });
  const end = (id: number, result: Pick<RecordedCall, 'output' | 'error'>): void => {
    Object.assign(running.get(id) ?? {}, result);
    running.delete(id);
  };
  client.on('callSucceeded', ({ id, output }) => end(id, { output: snapshot(output) }));
  client.on('callFailed', ({ id, error }) => end(id, { error }));
}

// The caller may change what it passed and received.
function snapshot(value: unknown): unknown {
  const copy = copyJson(value, false);
  return copy.ok ? copy.value : value;
}

/**
 * Registers a manifest where the level of its `sandbox` cannot be had, as that of a frame in Node: what was built runs in
 * QuickJS, which is as strict, and sources run inline. Only tests do so: hosts never step down.
 *
 * @param register - Registers it with a client, at the level that is given.
 */
export async function registerAnyhow<T>(
  register: (registration: Registration, options: Pick<RegisterOptions, 'sandbox'>) => Promise<T>,
  registration: Registration,
): Promise<T> {
  try {
    return await register(registration, {});
  } catch (error) {
    if (!BTCPError.is(error) || error.code !== 'ISOLATION_UNAVAILABLE') throw error;
    if (registration.isolated) return register(registration, { sandbox: 'wasm' });
    const { manifest } = registration;
    const config = omitKeys({ ...manifest.config }, ['sandbox']);
    return register({ ...registration, manifest: { ...manifest, config } }, {});
  }
}
