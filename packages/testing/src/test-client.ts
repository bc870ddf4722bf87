import {
  BTCPClient,
  type ClientOptions,
  type HostContext,
  type RegisteredManifest,
  type RegisterOptions,
} from '@btcp/client';
import { BTCPError, type HostDocument, type Manifest, type Registration } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { recordCalls, type RecordedCall } from './call-log.ts';
import { createMockDOM } from './mock-dom.ts';
import { describeTools } from './describe-tools.ts';
import { registerAnyhow } from './register-anyhow.ts';

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
