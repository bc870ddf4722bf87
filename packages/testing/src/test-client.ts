import { BTCPClient, type ClientOptions, type HostContext, type RegisteredManifest } from '@btcp/client';
import { BTCPError, type HostDocument, type Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { createMockDOM } from './mock-dom.ts';
import { describeTools } from './describe-tools.ts';

/** Options of a test client. */
export interface TestClientOptions extends ClientOptions {
  /** The document that tools get as `ctx.dom`. Default: made from `html`, else the page's, else an empty one. */
  readonly dom?: HostDocument;
  /** The HTML of a page, or a part of one, that tools act on. */
  readonly html?: string;
}

/** A call to a test client. Without `output` and `error` it has not ended. */
export interface RecordedCall {
  readonly tool: string;
  /** As the caller passed it. */
  readonly input: unknown;
  readonly output?: unknown;
  readonly error?: BTCPError;
}

/**
 * A client for tests: it has a document even in Node, records its calls, and takes manifests and tools that are not
 * built. Gate, validation and deadlines are those of `BTCPClient`.
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
    this.calls = recordCalls(this);
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

function recordCalls(client: BTCPClient): readonly RecordedCall[] {
  const calls: RecordedCall[] = [];
  const running = new Map<number, RecordedCall>();
  client.on('callStarted', ({ id, tool, input }) => {
    const call = { tool, input };
    calls.push(call);
    running.set(id, call);
  });
  const end = (id: number, result: Pick<RecordedCall, 'output' | 'error'>): void => {
    Object.assign(running.get(id) ?? {}, result);
    running.delete(id);
  };
  client.on('callSucceeded', ({ id, output }) => end(id, { output }));
  client.on('callFailed', ({ id, error }) => end(id, { error }));
  return calls;
}
