import type { BTCPClient } from '@btcp/client';
import type { Manifest } from '@btcp/core';
import { toBase64 } from '@btcp/core/content';
import { isObject } from '@btcp/schema';
import type { Outcome, Surface } from '../find-differences.ts';
import { InputError } from '../../errors.ts';
import { VERSION } from '../../help/version.ts';
import { loadPeers } from '../../system/load-peers.ts';

/** A surface that has a connection. */
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
  await createMcpServer(host, manifest).connect(there);
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
