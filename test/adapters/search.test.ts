import { coerceInputs } from '@btcp/adapters';
import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { createMcpServer, searchHost } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { Implementation, Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, InMemoryTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const TOOL = { inputSchema: { type: 'object' }, capabilities: [] };
const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'shop',
  version: '1.0.0',
  tools: [
    {
      ...TOOL,
      name: 'drawChart',
      description: 'Draws a chart of the sales.',
      outputSchema: {
        type: 'object',
        properties: {
          total: { type: 'number' },
          chart: { type: 'string', contentEncoding: 'base64', contentMediaType: 'image/png' },
        },
        required: ['total', 'chart'],
      },
    },
    {
      ...TOOL,
      name: 'listCities',
      description: 'Lists the cities of all shops.',
      outputSchema: { type: 'array', items: { type: 'string' } },
    },
    {
      ...TOOL,
      name: 'refundOrder',
      description: 'Pays an order back.',
      inputSchema: { type: 'object', properties: { order: { type: 'integer' } } },
      capabilities: ['shop:pay'],
      confirm: 'Pay it back?',
    },
  ],
  capabilities: ['shop:pay'],
};

async function makeHost(): Promise<{ host: BTCPClient; ran: unknown[] }> {
  const ran: unknown[] = [];
  const implementations: Readonly<Record<string, Implementation>> = {
    drawChart: () => ({ total: 3, chart: PNG }),
    listCities: () => ['Bern'],
    refundOrder: async ({ order }: { order: number }, { ask }) => {
      const why = await ask('why', {
        message: 'Why?',
        schema: { type: 'object', properties: { reason: { type: 'string' } }, required: ['reason'] },
      });
      ran.push(order);
      return why.action === 'accepted' ? why.content.reason : why.action;
    },
  };
  const host = new BTCPClient({ compile: compileSchema });
  await host.registerManifest({ manifest: MANIFEST, implementations });
  await host.grantCapabilities(['shop:pay']);
  return { host, ran };
}

type Era = 'legacy' | 'auto';

/** A client of an era, whose user answers all questions with the same. */
function makeClient(mode: Era, answer?: 'accept' | 'decline'): { mcp: Client; asked: string[] } {
  const asked: string[] = [];
  const mcp = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: answer ? { elicitation: { form: {} } } : {} },
  );
  if (answer)
    mcp.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: answer, ...(answer === 'accept' && { content: { reason: 'broken' } }) };
    });
  onTestFinished(() => mcp.close());
  return { mcp, asked };
}

async function connect(era: Era, answer?: 'accept' | 'decline') {
  const { host, ran } = await makeHost();
  const { mcp, asked } = makeClient(era, answer);
  if (era === 'legacy') {
    const [near, far] = InMemoryTransport.createLinkedPair();
    await createMcpServer(searchHost(host), { manifest: MANIFEST }).connect(far);
    await mcp.connect(near);
  } else
    await mcp.connect(
      new StreamableHTTPClientTransport(
        await listen(createMcpFetch(searchHost(host), { manifest: MANIFEST })),
      ),
    );
  const call = (name: string, input: object = {}) =>
    mcp.callTool({ name: 'call_tool', arguments: { name, input } });
  return { mcp, ran, asked, call };
}

describe.each(['legacy', 'auto'] as const)('call_tool of an MCP client that negotiates by %s', (era) => {
  it('gives the blocks and the structured content of the tool that was found', async () => {
    const { mcp, call } = await connect(era);
    expect((await mcp.listTools()).tools.map(({ name }) => name)).toEqual(['call_tool', 'search_tools']);
    const value = { total: 3, chart: '#/content/1' };
    expect(await call('drawChart')).toMatchObject({
      content: [
        { type: 'text', text: '{"total":3,"chart":"#/content/1"}' },
        { type: 'image', data: PNG, mimeType: 'image/png' },
      ],
      structuredContent: value,
    });
    expect((await call('listCities')).structuredContent).toEqual(
      era === 'legacy' ? { result: ['Bern'] } : ['Bern'],
    );
    expect(await call('constructor')).toMatchObject({
      isError: true,
      _meta: { 'dev.btcp/error': { code: 'TOOL_NOT_FOUND' } },
    });
  });

  it('confirms and asks as the tool does', async () => {
    const { ran, asked, call } = await connect(era, 'accept');
    expect((await call('refundOrder', { order: 7 })).content).toEqual([{ type: 'text', text: 'broken' }]);
    expect(ran).toEqual([7]);
    expect(asked).toEqual(['Pay it back?\n\nrefundOrder {\n  "order": 7\n}', 'Why?']);
  });

  it.each([
    ['decline', 'CONFIRMATION_DECLINED'],
    [undefined, 'CONFIRMATION_REQUIRED'],
  ] as const)('does not run where the user says %s', async (answer, code) => {
    const { ran, call } = await connect(era, answer);
    expect(await call('refundOrder', { order: 7 })).toMatchObject({
      isError: true,
      _meta: { 'dev.btcp/error': { code } },
    });
    expect(ran).toEqual([]);
  });
});

it.each(['inside', 'outside'])(
  'hides from a caller what it is not granted, with coercion %s',
  async (place) => {
    const { host } = await makeHost();
    const served = place === 'inside' ? searchHost(coerceInputs(host)) : coerceInputs(searchHost(host));
    const auth = (request: Request) => {
      const token = request.headers.get('authorization')?.replace('Bearer ', '') ?? '';
      return { token, clientId: token, scopes: token === 'payer' ? ['shop:pay'] : [] };
    };
    const fetch = createMcpFetch(served, { manifest: MANIFEST, auth, grantsFor: ({ scopes }) => scopes });
    const url = await listen(fetch);
    const seenBy = async (token: string): Promise<readonly unknown[]> => {
      const { mcp } = makeClient('auto', 'accept');
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await mcp.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      const found = await mcp.callTool({ name: 'search_tools', arguments: { query: 'pay an order back' } });
      const all = await mcp.callTool({ name: 'search_tools', arguments: { query: '' } });
      expect(JSON.stringify(all.structuredContent).includes('"refundOrder"')).toBe(token === 'payer');
      const call = { name: 'refundOrder', input: { order: 7 } };
      const { isError = false } = await mcp.callTool({ name: 'call_tool', arguments: call });
      return [found.structuredContent, isError];
    };
    expect(await seenBy('payer')).toMatchObject([{ tools: [{ name: 'refundOrder' }], total: 3 }, false]);
    expect(await seenBy('guest')).toEqual([{ tools: [], total: 2 }, true]);
  },
);
