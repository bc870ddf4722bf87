import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { BTCPClient } from '@btcp/client';
import type { Manifest, ManifestTool, ToolContext } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { createMcpServer } from '@btcp/adapters/mcp-server';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

const tool = (name: string): ManifestTool => ({
  name,
  description: `Lists the orders of a region, for tests of ${name}.`,
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, limit: { type: 'integer' } },
    additionalProperties: false,
  },
  capabilities: [],
});

const manifestOf = (name: string, ...tools: readonly string[]): Manifest => ({
  btcp: '1.0',
  name,
  version: '1.0.0',
  description: 'Tools of an order page.',
  tools: tools.map(tool),
  capabilities: [],
});

async function register(host: BTCPClient, manifest: Manifest): Promise<void> {
  const implementations = Object.fromEntries(manifest.tools.map(({ name }) => [name, () => name]));
  await host.registerManifest({ manifest, implementations });
}

const MANIFEST = manifestOf('order-tools', 'listOrders');

async function makeHost(): Promise<BTCPClient> {
  const host = new BTCPClient({ compile: compileSchema });
  await register(host, MANIFEST);
  return host;
}

async function connect(url: URL, mode: 'legacy' | 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(url));
  onTestFinished(() => client.close());
  return client;
}

/** A call as a client of 2026-07-28 sends it, with these headers beside the usual. */
async function post(url: URL, input: object, headers: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': 'listOrders',
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name: 'listOrders',
        arguments: input,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    }),
  });
}

it.each([
  ['createMcpFetch', async () => createMcpFetch(await makeHost(), { manifest: MANIFEST })],
  [
    'the SDK’s own handler with createMcpServer',
    async () => {
      const host = await makeHost();
      return createMcpHandler(() => createMcpServer(host, { manifest: MANIFEST })).fetch;
    },
  ],
])('%s compares parameters with their headers', async (_, make) => {
  const url = await listen(await make());
  const statusOf = async (input: object, headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const response = await post(url, input, headers);
    const { error } = (await response.json()) as { readonly error?: { readonly code: number } };
    return [response.status, error?.code];
  };
  expect(await statusOf({ region: 'eu' }, { 'mcp-param-region': 'eu' })).toEqual([200, undefined]);
  expect(await statusOf({ limit: 1 }, {})).toEqual([200, undefined]);
  expect(await statusOf({ region: 'eu' }, { 'mcp-param-region': '=?base64?ZXU=?=' })).toEqual([
    200,
    undefined,
  ]);
  expect(await statusOf({ region: 'eu' }, { 'mcp-param-region': 'us' })).toEqual([400, -32020]);
  expect(await statusOf({ region: 'eu' }, {})).toEqual([400, -32020]);
  expect(await statusOf({ region: 'eu' }, { 'mcp-param-region': '=?base64?%?=' })).toEqual([400, -32020]);
});

it('tells clients that listen when the tools change, until it is closed', async () => {
  const host = await makeHost();
  const handler = createMcpFetch(host, { manifest: MANIFEST });
  const client = await connect(await listen(handler), 'auto');
  let changes = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => void changes++);
  await client.listen({ toolsListChanged: true });
  expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: true });
  await register(host, manifestOf('more-tools', 'countOrders'));
  await expect.poll(() => changes).toBe(1);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['countOrders', 'listOrders']);
  await handler.close();
  await host.unregisterManifest('more-tools');
});

it('promises no changes to a client that could not hear of them', async () => {
  const client = await connect(
    await listen(createMcpFetch(await makeHost(), { manifest: MANIFEST })),
    'legacy',
  );
  expect(client.getServerCapabilities()?.tools).toEqual({ listChanged: false });
  expect(await client.callTool({ name: 'listOrders', arguments: { region: 'eu' } })).toMatchObject({
    content: [{ type: 'text', text: 'listOrders' }],
  });
});

it.each(['auto', 'legacy'] as const)(
  'has a title and a description, and refuses a cursor (%s)',
  async (mode) => {
    const handler = createMcpFetch(await makeHost(), { manifest: MANIFEST });
    const client = await connect(await listen(handler), mode);
    expect(client.getServerVersion()).toMatchObject({
      name: 'order-tools',
      title: 'Order tools',
      description: 'Tools of an order page.',
    });
    await expect(client.listTools({ cursor: 'bogus' })).rejects.toMatchObject({ code: -32602 });
  },
);

it('ends the stream of a client that does not read it, and says so', async () => {
  const host = new BTCPClient({ compile: compileSchema });
  let sent = 0;
  const listOrders = async (_input: unknown, { progress, signal }: ToolContext): Promise<string> => {
    for (; sent < 200 && !signal.aborted; sent++) {
      progress?.({ progress: sent, message: 'x'.repeat(100_000) });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    return 'done';
  };
  await host.registerManifest({ manifest: MANIFEST, implementations: { listOrders } });
  const errors: string[] = [];
  const handle = createMcpFetch(host, { onError: ({ message }) => errors.push(message) });
  const { body } = await handle(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'listOrders', arguments: {}, _meta: { progressToken: 1 } },
      }),
    }),
  );
  await expect
    .poll(() => errors, { timeout: 10_000 })
    .toEqual(['A client left more than 4 MiB of a stream unread, so the stream was ended.']);
  expect(sent).toBeLessThan(60);
  await expect(new Response(body).text()).rejects.toThrow('left more than 4 MiB');
});
