import { searchHost } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { ManifestTool } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { describe, expect, it } from 'vitest';

const tool = (
  name: string,
  description: string,
  properties: object = {},
  more: object = {},
): ManifestTool => ({
  name,
  description,
  inputSchema: { type: 'object', properties, additionalProperties: false },
  capabilities: [],
  ...more,
});

const TOOLS = [
  tool('listInvoices', 'Lists the invoices of a customer.', { customer: { type: 'string' } }),
  tool('refundOrder', 'Pays an order back.', { order: { type: 'string' }, amount: { type: 'number' } }),
  tool('cancelOrder', 'Cancels an order that was not sent yet.', { order: { type: 'string' } }),
  tool('sendReminder', 'Writes to a customer.', {
    letter: {
      type: 'object',
      properties: { tone: { type: 'string', description: 'Polite, or a dunning notice.' } },
    },
  }),
  tool(
    'getWeather',
    'Tells the weather of a city.',
    { city: { type: 'string' } },
    { mcp: { title: 'Forecast' } },
  ),
];

async function namesFor(query: string, tools: readonly ManifestTool[] = TOOLS): Promise<readonly string[]> {
  const host = searchHost({
    listTools: () => tools,
    on: () => () => undefined,
    callTool: () => Promise.reject(new Error('Nothing is called.')),
  });
  const found = (await host.callTool('search_tools', { query })) as { tools: readonly ManifestTool[] };
  return found.tools.map(({ name }) => name);
}

describe('search_tools', () => {
  it.each([
    ['refund an order', ['refundOrder', 'cancelOrder']],
    ['invoice', ['listInvoices']],
    ['FORECAST', ['getWeather']],
    ['dunning', ['sendReminder']],
    ['customer invoices', ['listInvoices', 'sendReminder']],
    ['orders', ['refundOrder', 'cancelOrder']],
    ['?!', []],
    ['zebra', []],
  ])('finds for "%s"', async (query, names) => {
    expect((await namesFor(query)).slice(0, 2)).toEqual(names);
  });

  it('prefers a rare word to one that most tools have', async () => {
    const many = Array.from({ length: 50 }, (_, index) => tool(`openOrder${index}`, 'Opens an order.'));
    expect((await namesFor('refund order', [...many, ...TOOLS]))[0]).toBe('refundOrder');
  });
});

it('search_tools lists all names page by page for an empty query', async () => {
  const tools = Array.from({ length: 250 }, (_, index) =>
    tool(`open${String(index).padStart(3, '0')}`, 'Opens an order.'),
  );
  const host = searchHost({
    listTools: () => tools.toReversed(),
    on: () => () => undefined,
    callTool: () => Promise.reject(new Error('Nothing is called.')),
  });
  const list = (after?: string): Promise<unknown> =>
    host.callTool('search_tools', { query: '', ...(after !== undefined && { after }) });
  const named = (from: number, to: number): readonly object[] =>
    tools.slice(from, to).map(({ name }) => ({ name }));
  expect(await list()).toEqual({ tools: named(0, 100), next: 'open099', total: 250 });
  expect(await list('open099')).toEqual({ tools: named(100, 200), next: 'open199', total: 250 });
  expect(await list('open199')).toEqual({ tools: named(200, 250), total: 250 });
  // That tool has gone meanwhile.
  expect(await list('open199x')).toEqual({ tools: named(200, 250), total: 250 });
});

describe('searchHost', () => {
  const build = async (granted: readonly string[] = []) => {
    const tools = TOOLS.map((each) =>
      each.name === 'getWeather' ? { ...each, capabilities: ['dom:read'] } : each,
    );
    const client = new BTCPClient();
    await client.registerManifest({
      manifest: { btcp: '1.0', name: 'shop', version: '1.0.0', tools, capabilities: ['dom:read'] },
      implementations: Object.fromEntries(
        tools.map(({ name }) => [name, (input: unknown) => ({ name, input })]),
      ),
      validators: Object.fromEntries(
        tools.map(({ name, inputSchema }) => [name, { input: compileSchema(inputSchema) }]),
      ),
    });
    await client.grantCapabilities(granted);
    return searchHost(client);
  };

  it('lists two tools, and finds the others with their schemas', async () => {
    const host = await build();
    expect(host.listTools().map(({ name }) => name)).toEqual(['search_tools', 'call_tool']);
    expect(await host.callTool('search_tools', { query: 'weather', limit: 1 })).toEqual({
      tools: [
        {
          name: 'getWeather',
          title: 'Forecast',
          description: 'Tells the weather of a city.',
          inputSchema: {
            type: 'object',
            properties: { city: { type: 'string' } },
            additionalProperties: false,
          },
        },
      ],
      total: 5,
    });
  });

  it('calls them validated and granted, as direct calls are', async () => {
    const host = await build();
    expect(await host.callTool('call_tool', { name: 'refundOrder', input: { order: 'A1' } })).toEqual({
      name: 'refundOrder',
      input: { order: 'A1' },
    });
    const failing = (input: object): Promise<unknown> => host.callTool('call_tool', input);
    await expect(failing({ name: 'refundOrder', input: { order: 1 } })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      issues: [{ path: '/order', keyword: 'type' }],
    });
    await expect(failing({ name: 'getWeather', input: {} })).rejects.toMatchObject({
      code: 'CAPABILITY_DENIED',
    });
    await expect(failing({ name: 'refundOrders' })).rejects.toMatchObject({
      code: 'TOOL_NOT_FOUND',
      suggestion: 'Did you mean "refundOrder"? Use search_tools to see which tools there are.',
    });
    await expect(failing({})).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(host.callTool('search_tools', { query: ' ' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const long = Array.from({ length: 100 }, (_, index) => `w${index}`).join(' ') + 'x'.repeat(200);
    await expect(host.callTool('search_tools', { query: long })).rejects.toMatchObject({
      message: '`query` must have at most 500 characters.',
    });
    const granting = await build(['dom:read']);
    expect(await granting.callTool('call_tool', { name: 'getWeather' })).toEqual({
      name: 'getWeather',
      input: {},
    });
  });
});
