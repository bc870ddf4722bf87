import { CALL_TARGETS, encodeResult } from '@btcp/adapters';
import { createMcpServer } from '@btcp/adapters/mcp-server';
import { mcpHandler, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import { BTCPError, type Implementation, type Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, it, onTestFinished } from 'vitest';

const createInvoice = {
  name: 'createInvoice',
  description: 'Creates an invoice for a customer.',
  inputSchema: {
    type: 'object',
    properties: {
      customer: { type: 'string', minLength: 1 },
      email: { type: 'string', format: 'email' },
      due: { type: 'string', format: 'date' },
      items: { type: 'array', minItems: 1, items: { type: 'object' } },
      discount: {
        type: 'object',
        properties: { kind: { enum: ['percent', 'amount'] }, value: { type: 'number' } },
        required: ['kind', 'value'],
        additionalProperties: false,
      },
    },
    required: ['customer', 'email', 'due', 'items'],
    additionalProperties: false,
  },
  capabilities: [],
};
const INPUT = { customer: '', email: 'x', due: 'y', items: [], extra: 1, discount: { kind: 'p' } };
const ISSUES = [
  ['/customer', '`customer` must have at least 1 character; got 0'],
  ['/email', '`email` must be a valid email, for example name@example.com; got "x"'],
  ['/due', '`due` must be a valid date, for example 2024-05-17; got "y"'],
  ['/items', '`items` must have at least 1 item; got 0'],
  ['/extra', '`extra` is not a known property; known are `customer`, `email`, `due`, `items`, `discount`'],
  ['/discount', '`discount.value` is required'],
  ['/discount/kind', '`discount.kind` must be one of percent, amount; got "p"'],
] as const;
const MESSAGE = `Invalid input of "createInvoice": ${ISSUES.map(([, message]) => message).join('; ')}`;
const TEXT = `INVALID_INPUT: ${MESSAGE}\nSuggestion: Correct the input, then call again.`;

const manifest: Manifest = {
  btcp: '1.0',
  name: 'invoices',
  version: '1.0.0',
  tools: [createInvoice],
  capabilities: [],
};

async function clientWith(run: Implementation): Promise<BTCPClient> {
  const client = new BTCPClient({ compile: compileSchema });
  await client.registerManifest({ manifest, implementations: { createInvoice: run } });
  return client;
}

async function callOverMcp(run: Implementation, input: object): Promise<Record<string, unknown>> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  await createMcpServer(await clientWith(run), { manifest }).connect(far);
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(near);
  onTestFinished(() => client.close());
  return client.callTool({ name: 'createInvoice', arguments: { ...input } });
}

const failureOf = (promise: Promise<unknown>): Promise<BTCPError> =>
  promise.then(
    () => Promise.reject(new Error('It did not fail.')),
    (error: unknown) => error as BTCPError,
  );
const places = (issues: unknown): unknown =>
  (issues as { path: string; message: string }[]).map(({ path, message }) => [path, message]);

it('reaches a direct caller', async () => {
  const { message, issues } = await failureOf((await clientWith(() => 1)).callTool('createInvoice', INPUT));
  expect(message).toBe(MESSAGE);
  expect(places(issues)).toEqual(ISSUES);
});

it('reaches clients of MCP, as text and in _meta', async () => {
  const { content, _meta } = await callOverMcp(() => 1, INPUT);
  expect(content).toEqual([{ type: 'text', text: TEXT }]);
  const { issues } = (_meta as { 'dev.btcp/error': { issues: unknown } })['dev.btcp/error'];
  expect(places(issues)).toEqual(ISSUES);
});

it('reaches callers of standard tools, and MCP through them', async () => {
  const client = await clientWith(() => 1);
  const validators = { createInvoice: { input: compileSchema(createInvoice.inputSchema) } };
  const tool = standardTools(client, { manifest, implementations: {}, validators })['createInvoice'];
  const { message, issues } = await failureOf((tool as NonNullable<typeof tool>).execute(INPUT));
  expect(message).toBe(TEXT);
  expect(places(issues)).toEqual(ISSUES);
  const context = { mcpReq: { signal: new AbortController().signal, notify: () => Promise.resolve() } };
  const { content, _meta } = await mcpHandler(tool as NonNullable<typeof tool>)(INPUT, context);
  expect(content).toEqual([{ type: 'text', text: TEXT }]);
  expect(_meta).toHaveProperty(['dev.btcp/error', 'issues', 5, 'path'], '/discount');
});

const CALL = { id: 'c', call_id: 'c', toolUseId: 'c', name: 'createInvoice', arguments: '{}', input: {} };
it.each(CALL_TARGETS)('reaches the model through encodeResult for %s', async (target) => {
  const error = await failureOf((await clientWith(() => 1)).callTool('createInvoice', INPUT));
  const encoded = encodeResult(error, { target, call: CALL });
  expect(JSON.stringify(encoded)).toContain(JSON.stringify(MESSAGE).slice(1, -1));
});

it('is structured in what encodeResult writes for MCP', async () => {
  const error = await failureOf((await clientWith(() => 1)).callTool('createInvoice', INPUT));
  const { _meta } = encodeResult(error, { target: 'mcp-2025-11-25', call: CALL });
  expect(places(_meta?.['dev.btcp/error']?.issues)).toEqual(ISSUES);
});

it('includes issues of the tool itself', async () => {
  const issues = [{ path: '/items/3', keyword: 'stock', message: 'lamps are sold out' }];
  const run = (): never => {
    throw new BTCPError('NO_STOCK', { message: 'Not in stock.', issues });
  };
  const input = { customer: 'a', email: 'a@b.example', due: '2024-05-17', items: [{}] };
  const { content, _meta } = await callOverMcp(run, input);
  expect(content).toEqual([{ type: 'text', text: 'NO_STOCK: Not in stock: lamps are sold out' }]);
  expect(_meta).toEqual({ 'dev.btcp/error': { code: 'NO_STOCK', issues } });
});

it.each<[string, unknown, string]>([
  [
    'a fake BTCPError',
    Object.assign(new Error('m'), { name: 'BTCPError', code: 'FAKE', suggestion: 5 }),
    'FAKE: m',
  ],
  [
    'a message that is no string',
    Object.assign(new BTCPError('X'), { message: { a: 1 } }),
    'X: [object Object]',
  ],
  [
    'cyclic data',
    new BTCPError('X', {
      data: {
        manifest,
        get self(): unknown {
          return this;
        },
      },
    }),
    'X: X',
  ],
])('%s reaches all of them as an error that can be sent', async (_, thrown, text) => {
  const run = (): never => {
    throw thrown;
  };
  const input = { customer: 'a', email: 'a@b.example', due: '2024-05-17', items: [{}] };
  expect((await callOverMcp(run, input))['content']).toEqual([{ type: 'text', text }]);
  for (const target of CALL_TARGETS)
    expect(JSON.stringify(encodeResult(thrown, { target, call: CALL }))).toContain(text.split(': ')[1]);
});

it('is truncated for hostile inputs, which are never repeated', async () => {
  const long = 'x'.repeat(1_000);
  const hostile = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${index}${long.slice(index)}`, long]),
  );
  const result = await callOverMcp(() => 1, { ...hostile, ...INPUT, customer: { [long]: long } });
  const json = JSON.stringify(result);
  expect(json.length).toBeLessThan(200_000);
  expect(json).toMatch(/more problems are not listed/);
});
