import { coerceInputs, type CoercedCall } from '@btcp/adapters';
import { BTCPClient } from '@btcp/client';
import { compileSchema } from '@btcp/schema/compile';
import { expect, it } from 'vitest';

const inputSchema = {
  type: 'object',
  properties: {
    count: { type: 'integer', minimum: 1 },
    ids: { type: 'array', items: { type: 'integer' } },
    at: { type: 'object', properties: { row: { type: 'number' } } },
    title: { type: 'string' },
    either: { type: ['string', 'number'] },
    isBold: { type: 'boolean' },
  },
  additionalProperties: false,
};

async function clientWithTool(): Promise<BTCPClient> {
  const client = new BTCPClient();
  const tool = { name: 'setCells', description: 'Sets cells of the sheet.', inputSchema, capabilities: [] };
  await client.registerManifest({
    manifest: { btcp: '1.0', name: 'sheet', version: '1.0.0', tools: [tool], capabilities: [] },
    implementations: { setCells: (input: unknown) => input },
    validators: { setCells: { input: compileSchema(inputSchema) } },
  });
  return client;
}

async function hostWith(calls: CoercedCall[]): Promise<ReturnType<typeof coerceInputs>> {
  return coerceInputs(await clientWithTool(), { onCoerced: (call) => calls.push(call) });
}

it('reads strings that stand for numbers, arrays and objects, and tells of each', async () => {
  const calls: CoercedCall[] = [];
  const host = await hostWith(calls);
  const sent = { count: '3', ids: '[1, 2]', at: { row: '1.5' }, title: '7', either: '7' };
  expect(await host.callTool('setCells', sent)).toEqual({
    count: 3,
    ids: [1, 2],
    at: { row: 1.5 },
    title: '7',
    either: '7',
  });
  expect(calls).toEqual([
    {
      tool: 'setCells',
      changes: [
        { path: '/count', from: '3', to: 3 },
        { path: '/ids', from: '[1, 2]', to: [1, 2] },
        { path: '/at/row', from: '1.5', to: 1.5 },
      ],
    },
  ]);
});

it('says in the events of the call what it has read', async () => {
  const client = await clientWithTool();
  const started: unknown[] = [];
  const ended: unknown[] = [];
  client.on('callStarted', ({ input, coerced }) => started.push({ input, coerced }));
  client.on('callSucceeded', ({ coerced }) => ended.push(coerced));
  const host = coerceInputs(client);
  await host.callTool('setCells', { count: '3' });
  await host.callTool('setCells', { count: 4 });
  const coerced = [{ path: '/count', from: '3', to: 3 }];
  expect(started).toEqual([{ input: { count: 3 }, coerced }, { input: { count: 4 } }]);
  expect(ended).toEqual([coerced, undefined]);
});

it('tells nothing of a call that is right', async () => {
  const calls: CoercedCall[] = [];
  const host = await hostWith(calls);
  expect(await host.callTool('setCells', { count: 3, title: '["a"]' })).toEqual({ count: 3, title: '["a"]' });
  expect(calls).toEqual([]);
});

it.each([
  { count: 'three' },
  { count: '0' },
  { count: '9007199254740993' },
  { isBold: 'true' },
  { ids: '{}' },
])('leaves it to the validator to refuse %j', async (input) => {
  const host = await hostWith([]);
  await expect(host.callTool('setCells', input)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  await expect(host.callTool('setCell', input)).rejects.toMatchObject({ code: 'TOOL_NOT_FOUND' });
});

it('leaves an input that cannot be read to the client, which says why', async () => {
  const host = await hostWith([]);
  const cycle: { count: string; self?: unknown } = { count: '3' };
  cycle.self = cycle;
  await expect(host.callTool('setCells', cycle)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const failing = {
    get count(): string {
      throw new Error('gone');
    },
  };
  await expect(host.callTool('setCells', failing)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
