import { createHash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { createMcpServer, serveMcp } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { EXTENSION_ID, RESOURCE_MIME_TYPE } from '@modelcontextprotocol/ext-apps/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

const DOCUMENT = '<!doctype html><title>Order</title>';

const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'order-tools',
  version: '1.0.0',
  tools: [
    {
      name: 'getOrder',
      description: 'Returns an order by its id.',
      inputSchema: { type: 'object', properties: {} },
      outputSchema: { type: 'array', items: { type: 'string' } },
      capabilities: [],
      ui: {
        sha256: createHash('sha256').update(DOCUMENT).digest('hex'),
        connectDomains: ['https://api.example.com'],
      },
    },
    {
      name: 'listOrders',
      description: 'Lists all orders there are.',
      inputSchema: { type: 'object', properties: {} },
      capabilities: [],
      mcp: { _meta: { ui: { visibility: ['app'] } } },
    },
  ],
  capabilities: [],
};

async function makeHost(): Promise<BTCPClient> {
  const host = new BTCPClient({ compile: compileSchema });
  const implementations = { getOrder: () => ['o1'], listOrders: () => ['o1'] };
  await host.registerManifest({ manifest: MANIFEST, implementations });
  return host;
}

const APPS = { extensions: { [EXTENSION_ID]: { mimeTypes: [RESOURCE_MIME_TYPE] } } };

type Mode = 'legacy' | 'auto';

/** The official client, of a host that shows documents or of another. */
function makeClient(mode: Mode, capabilities: object): Client {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode } },
  );
  onTestFinished(() => client.close());
  return client;
}

async function connectInMemory(capabilities: object, readUi = () => DOCUMENT): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(await makeHost(), { manifest: MANIFEST, readUi }).connect(far);
  const client = makeClient('legacy', capabilities);
  await client.connect(near);
  return client;
}

async function connectByHttp(mode: Mode, capabilities: object): Promise<Client> {
  const url = await listen(createMcpFetch(await makeHost(), { manifest: MANIFEST, readUi: () => DOCUMENT }));
  const client = makeClient(mode, capabilities);
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

async function connectByStdio(capabilities: object): Promise<Client> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const host = await makeHost();
  const service = serveMcp(host, {
    manifest: MANIFEST,
    readUi: () => DOCUMENT,
    stdin: toServer,
    stdout: toClient,
  });
  onTestFinished(() => service.close());
  const client = makeClient('auto', capabilities);
  await client.connect(new StdioServerTransport(toClient, toServer));
  return client;
}

const RESOURCE = {
  uri: 'ui://order-tools/getOrder',
  name: 'getOrder',
  mimeType: 'text/html;profile=mcp-app',
  _meta: { ui: { csp: { connectDomains: ['https://api.example.com'], resourceDomains: [] } } },
};

const metaOf = async (client: Client, name: string): Promise<unknown> =>
  // oxlint-disable-next-line no-underscore-dangle -- the protocol's
  (await client.listTools()).tools.find((tool) => tool.name === name)?._meta?.['ui'];

describe.each<[string, (capabilities: object) => Promise<Client>]>([
  ['before 2026-07-28', connectInMemory],
  ['before 2026-07-28, statelessly', (capabilities) => connectByHttp('legacy', capabilities)],
  ['since 2026-07-28', (capabilities) => connectByHttp('auto', capabilities)],
  ['since 2026-07-28, over stdio', connectByStdio],
])('the document of a tool, %s', (_, connect) => {
  it('is a resource of the tool, which the official client lists and reads', async () => {
    const client = await connect(APPS);
    expect(await metaOf(client, 'getOrder')).toEqual({
      visibility: ['model', 'app'],
      resourceUri: 'ui://order-tools/getOrder',
    });
    expect((await client.listResources()).resources).toEqual([RESOURCE]);
    const { contents } = await client.readResource({ uri: RESOURCE.uri });
    // oxlint-disable-next-line no-underscore-dangle -- the protocol's
    const { uri, mimeType, _meta } = RESOURCE;
    expect(contents).toEqual([{ uri, mimeType, _meta, text: DOCUMENT }]);
  });

  it('leaves a tool for documents alone as its author has written it', async () => {
    expect(await metaOf(await connect(APPS), 'listOrders')).toEqual({ visibility: ['app'] });
  });
});

it.each<[string, () => Promise<Client>]>([
  ['before 2026-07-28', () => connectInMemory({})],
  ['since 2026-07-28', () => connectByHttp('auto', {})],
  ['since 2026-07-28, over stdio', () => connectByStdio({})],
])('is not shown to clients without the extension, %s', async (_, connect) => {
  const client = await connect();
  expect(await metaOf(client, 'getOrder')).toBeUndefined();
  expect((await client.listResources()).resources).toEqual([]);
  expect(await client.callTool({ name: 'getOrder' })).not.toHaveProperty('_meta.dev.btcp/wrapped');
});

it('marks a result that is wrapped in an object, for the document', async () => {
  const client = await connectInMemory(APPS);
  const { structuredContent, _meta } = await client.callTool({ name: 'getOrder' });
  expect({ structuredContent, _meta }).toEqual({
    structuredContent: { result: ['o1'] },
    _meta: { 'dev.btcp/wrapped': true },
  });
});

it('is refused where it is not the one of the manifest', async () => {
  const client = await connectInMemory(APPS, () => `${DOCUMENT}<script>alert()</script>`);
  await expect(client.readResource({ uri: RESOURCE.uri })).rejects.toThrow(
    'The document of "getOrder" is not the one of its manifest. Run `btcp build` again.',
  );
});

it('is found under no other address', async () => {
  const client = await connectInMemory(APPS);
  await expect(client.readResource({ uri: 'ui://order-tools/listOrders' })).rejects.toThrow('not found');
});
