import type { BTCPClient, ToolCaller } from '@btcp/client';
import { type Manifest, BTCPError, type Registration } from '@btcp/core';
import { toBase64, mentionsContent } from '@btcp/core/content';
import { isObject, joinPointer } from '@btcp/schema/internal';
import { type Outcome, type Surface, textOf } from './find-differences.ts';
import { InputError } from '../errors.ts';
import { VERSION } from '../help/version.ts';
import { loadPeers } from '../system/load-peers.ts';
import { standardTools } from '@btcp/adapters/standard-schema';
import { bindWebMcp } from '@btcp/adapters/webmcp';

export interface ConnectedSurface extends Surface {
  readonly close: () => Promise<void>;
}

/**
 * MCP: the official client, connected in memory to a server with the tools.
 *
 * @throws InputError if its packages are not installed, or it refuses the list of tools.
 */
export async function mcpSurface(host: BTCPClient, manifest: Manifest): Promise<ConnectedSurface> {
  const [{ createMcpServer }, { Client, InMemoryTransport }] = await loadPeers(
    () => Promise.all([import('@btcp/adapters/mcp-server'), import('@modelcontextprotocol/client')]),
    'Comparing surfaces',
    '@modelcontextprotocol/server@2',
    '@modelcontextprotocol/client@2',
  );
  const client = new Client({ name: 'btcp', version: VERSION });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await createMcpServer(host, { manifest }).connect(there);
  await client.connect(here);
  // The client validates results by the schemas of the list.
  const names = new Set((await listed(client)).tools.map(({ name }) => name));
  return {
    name: 'mcp',
    carries: isCarried,
    async call(tool, input) {
      const wanted = manifest.tools.find(({ name }) => name === tool)?.mcp?.name ?? tool;
      const name = names.has(wanted) ? wanted : tool;
      try {
        // `carries` has seen that it is an object.
        return outcomeOf(await client.callTool({ name, arguments: input as Record<string, unknown> }));
      } catch (thrown) {
        const { code, message } = thrown as { readonly code?: unknown; readonly message: string };
        return { ok: false, code: `MCP ${String(code)}`, paths: [], message };
      }
    },
    close: () => client.close(),
  };
}

async function listed<List>(client: { listTools(): Promise<List> }): Promise<List> {
  try {
    return await client.listTools();
  } catch (error) {
    throw new InputError(
      `The MCP client refuses the list of tools: ${(error as Error).message}`,
      'Correct the schema that it names.',
    );
  }
}

/** Arguments are objects, and the SDK would drop properties that are named `__proto__`. */
function isCarried(input: unknown): boolean {
  return isObject(input) && !JSON.stringify(input).includes('"__proto__":');
}

interface Result {
  readonly content: readonly object[];
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

function outcomeOf({ content, isError, _meta }: Result): Outcome {
  const [{ text } = { text: undefined }] = content as readonly { readonly text?: unknown }[];
  if (isError !== true) return { ok: true, output: withMedia(text, content) };
  // Written by our server.
  const { code, issues = [] } = (_meta?.['dev.btcp/error'] ?? { code: 'none' }) as {
    readonly code: string;
    readonly issues?: readonly { readonly path: string }[];
  };
  return { ok: false, code, paths: issues.map(({ path }) => path) };
}

/** The text of a result, with the media of its other blocks in place of the references to them. */
function withMedia(text: unknown, content: Result['content']): string {
  const [first] = content;
  if (typeof text !== 'string') return bytesOf(first);
  return text.replaceAll(/(?<=")#\/content\/(\d+)(?=")/g, (reference, index: string) =>
    bytesOf(content[Number(index)], reference),
  );
}

function bytesOf(block: object | undefined, otherwise = ''): string {
  const { data, resource } = (block ?? {}) as {
    readonly data?: string;
    readonly resource?: { readonly text?: string; readonly blob?: string };
  };
  const text = resource?.text;
  return (
    data ?? resource?.blob ?? (text === undefined ? otherwise : toBase64(new TextEncoder().encode(text)))
  );
}

export function directSurface(client: ToolCaller): Surface {
  return { name: 'client', call: (tool, input) => outcomeOfCall(client.callTool(tool, input)) };
}

/** The outcome of a call that rejects with a `BTCPError`. */
async function outcomeOfCall(call: Promise<unknown>): Promise<Outcome> {
  try {
    return { ok: true, output: textOf(await call) };
  } catch (thrown) {
    const { code, issues = [] } = BTCPError.from(thrown);
    return { ok: false, code, paths: issues.map(({ path }) => path) };
  }
}

/** Standard Schema, as libraries use it: they validate the input, then execute what validation gave. */
export function standardSurface(client: ToolCaller, registration: Registration): Surface {
  const tools = standardTools(client, registration);
  return {
    name: 'standard-schema',
    async call(name, input) {
      const tool = tools[name];
      if (!tool) return { ok: false, code: 'TOOL_NOT_FOUND', paths: [] };
      const result = await tool.inputSchema['~standard'].validate(input);
      if (!result.issues) return outcomeOfCall(tool.execute(result.value));
      const paths = result.issues.map(({ path = [] }) => joinPointer('', ...path.map(keyOf)));
      return { ok: false, code: 'INVALID_INPUT', paths };
    },
  };
}

/** The standard has keys, and segments with a key. */
function keyOf(segment: PropertyKey | { readonly key: PropertyKey }): string {
  return String(typeof segment === 'object' ? segment.key : segment);
}

/** A tool as the binding registers it. */
interface BrowserTool {
  readonly name: string;
  readonly execute: (input: unknown) => Promise<unknown>;
}

/** WebMCP, bound to a stand-in for the browser's `document.modelContext`. */
export async function webMcpSurface(client: BTCPClient): Promise<Surface> {
  const tools = new Map<string, BrowserTool>();
  const modelContext = {
    registerTool: async (tool: BrowserTool): Promise<void> => void tools.set(tool.name, tool),
  };
  await withDocument({ modelContext }, () => bindWebMcp(client));
  return {
    name: 'webmcp',
    // Of media it has notes, which an export reports.
    carries: (_, name) => !mentionsContent(client.getTool(name)?.outputSchema),
    async call(name, input) {
      const tool = tools.get(name);
      if (!tool) return { ok: false, code: 'TOOL_NOT_FOUND', paths: [] };
      const result = await tool.execute(input);
      const isText = client.getTool(name)?.outputSchema?.['type'] === 'string';
      return outcomeOfBinding(
        isText && typeof result === 'string' && result !== EMPTY_TEXT ? JSON.stringify(result) : result,
      );
    },
  };
}

/** Installs a document while something runs: the binding looks for it once. */
async function withDocument(document: object, run: () => Promise<unknown>): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'document');
  Object.defineProperty(globalThis, 'document', { value: document, configurable: true });
  try {
    await run();
  } finally {
    if (before) Object.defineProperty(globalThis, 'document', before);
    else Reflect.deleteProperty(globalThis, 'document');
  }
}

/** What the binding sends for an empty text, of which the browser would say "Operation succeeded". */
const EMPTY_TEXT = '""';

interface Failure {
  readonly isError?: unknown;
  readonly error?: { readonly code: string; readonly issues?: readonly { readonly path: string }[] };
}

function outcomeOfBinding(result: unknown): Outcome {
  // As the browser: strings are passed on, all else becomes JSON.
  const value: unknown = JSON.parse(textOf(result));
  const { isError, error } = Object(value) as Failure;
  if (isError !== true || !error) return { ok: true, output: textOf(value) };
  return { ok: false, code: error.code, paths: (error.issues ?? []).map(({ path }) => path) };
}
