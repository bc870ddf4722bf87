import { createMcpServer, type McpServerOptions } from '@btcp/adapters/mcp-server';
import { mcpHandler, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import type { JsonSchemaObject, Manifest } from '@btcp/core';
import { link, media } from '@btcp/core/content';
import { compileSchema } from '@btcp/schema/compile';
import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { generateText, tool } from 'ai';
import { generateText as generateText7, isStepCount, tool as tool7 } from 'ai-7';
import { MockLanguageModelV4 } from 'ai-7/test';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it, onTestFinished } from 'vitest';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const bytes = new Uint8Array(Buffer.from(PNG, 'base64'));

const plain = (schema: object): JsonSchemaObject => JSON.parse(JSON.stringify(schema)) as never;

const manifest: Manifest = {
  btcp: '1.0',
  name: 'charts',
  version: '1.0.0',
  capabilities: [],
  tools: [
    {
      name: 'drawChart',
      description: 'Draws a chart of the sales.',
      inputSchema: { type: 'object' },
      outputSchema: plain({
        type: 'object',
        properties: { total: { type: 'number' }, chart: media('image/png'), source: link('text/csv') },
        required: ['total', 'chart', 'source'],
        additionalProperties: false,
      }),
      capabilities: [],
    },
    {
      name: 'measure',
      description: 'Measures a picture that it is given.',
      inputSchema: plain({ type: 'object', properties: { file: media('image/png') }, required: ['file'] }),
      outputSchema: { type: 'string' },
      capabilities: [],
    },
  ],
};

const implementations = {
  drawChart: () => ({ total: 3, chart: bytes, source: 'https://example.com/sales.csv' }),
  measure: ({ file }: { file: string }) => `${file.length} characters`,
};

async function charts(): Promise<BTCPClient> {
  const client = new BTCPClient({ compile: compileSchema });
  await client.registerManifest({ manifest, implementations });
  return client;
}

async function connected(server: { connect(transport: InMemoryTransport): Promise<void> }): Promise<Client> {
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await mcp.connect(here);
  onTestFinished(() => mcp.close());
  return mcp;
}

const connect = async (options: McpServerOptions = {}): Promise<Client> =>
  connected(createMcpServer(await charts(), { manifest, ...options }));

const REFERRING = { total: 3, chart: '#/content/1', source: 'https://example.com/sales.csv' };
const BLOCKS = [
  { type: 'image', data: PNG, mimeType: 'image/png' },
  { type: 'resource_link', uri: 'https://example.com/sales.csv', name: 'source', mimeType: 'text/csv' },
];

it('gives an MCP client a picture and a link, and JSON that refers to the picture', async () => {
  const mcp = await connect();
  const { tools } = await mcp.listTools();
  expect(tools[0]?.outputSchema?.properties).toMatchObject({ chart: { pattern: '^#/content/[0-9]+$' } });
  // The client checks the structured content against the listed schema.
  expect(await mcp.callTool({ name: 'drawChart', arguments: {} })).toEqual({
    content: [{ type: 'text', text: JSON.stringify(REFERRING) }, ...BLOCKS],
    structuredContent: REFERRING,
    _meta: { 'dev.btcp/media': ['/chart'] },
  });
});

it('takes a file from an MCP client as base64 text, and refuses another', async () => {
  const mcp = await connect();
  const { tools } = await mcp.listTools();
  expect(tools[1]?.inputSchema.properties).toMatchObject({
    file: { contentEncoding: 'base64', contentMediaType: 'image/png' },
  });
  const call = (file: string) => mcp.callTool({ name: 'measure', arguments: { file } });
  expect((await call(PNG)).content).toEqual([{ type: 'text', text: '96 characters' }]);
  expect((await call('R0lGODlh')).isError).toBe(true);
});

it('sends a result once, where its host says so', async () => {
  const structured = await (await connect({ results: 'structured' })).callTool({ name: 'drawChart' });
  expect(structured).toEqual({
    content: BLOCKS,
    structuredContent: { ...REFERRING, chart: '#/content/0' },
    _meta: { 'dev.btcp/media': ['/chart'] },
  });
  const text = await connect({ results: 'text' });
  expect((await text.listTools()).tools[0]?.outputSchema).toBeUndefined();
  expect(await text.callTool({ name: 'drawChart' })).toEqual({
    content: [{ type: 'text', text: JSON.stringify(REFERRING) }, ...BLOCKS],
    _meta: { 'dev.btcp/media': ['/chart'] },
  });
});

async function standard(): Promise<ReturnType<typeof standardTools<unknown>>> {
  const validators = Object.fromEntries(
    manifest.tools.map(({ name, inputSchema, outputSchema }) => [
      name,
      { input: compileSchema(inputSchema), output: compileSchema(outputSchema ?? {}) },
    ]),
  );
  return standardTools<unknown>(await charts(), { manifest, implementations, validators });
}

it('gives a server of the MCP SDK the same blocks', async () => {
  const { drawChart } = await standard();
  if (!drawChart) throw new Error('There is no tool.');
  const server = new McpServer({ name: 'own', version: '1.0.0' });
  server.registerTool(drawChart.name, drawChart as never, mcpHandler(drawChart) as never);
  const { content } = await (await connected(server)).callTool({ name: 'drawChart', arguments: {} });
  expect(content).toEqual([{ type: 'text', text: JSON.stringify(REFERRING) }, ...BLOCKS]);
});

it('gives a model of the AI SDK the picture as a part', async () => {
  const { drawChart } = await standard();
  if (!drawChart) throw new Error('There is no tool.');
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: '1', toolName: 'drawChart', input: '{}' }],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage,
      warnings: [],
    }),
  });
  const { response } = await generateText({ model, prompt: 'Draw.', tools: { drawChart: tool(drawChart) } });
  const [result] = response.messages.flatMap(({ role, content }) => (role === 'tool' ? content : []));
  expect(result).toMatchObject({
    type: 'tool-result',
    output: {
      type: 'content',
      value: [
        { type: 'text', text: JSON.stringify(REFERRING) },
        { type: 'image-data', data: PNG, mediaType: 'image/png' },
      ],
    },
  });
});

it('gives a model of the AI SDK 7 the picture as a file, of which that does not warn', async () => {
  const { drawChart } = await standard();
  if (!drawChart) throw new Error('There is no tool.');
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  };
  const answers = [
    { type: 'tool-call' as const, toolCallId: '1', toolName: 'drawChart', input: '{}' },
    { type: 'text' as const, text: 'Drawn.' },
  ];
  const model = new MockLanguageModelV4({
    doGenerate: async () => {
      const content = answers.splice(0, 1);
      const unified = answers.length > 0 ? 'tool-calls' : 'stop';
      return { content, finishReason: { unified, raw: undefined }, usage, warnings: [] };
    },
  });
  const warned: unknown[] = [];
  const before = globalThis.AI_SDK_LOG_WARNINGS;
  globalThis.AI_SDK_LOG_WARNINGS = (logged: { warnings: unknown[] }) => void warned.push(...logged.warnings);
  onTestFinished(() => void (globalThis.AI_SDK_LOG_WARNINGS = before));
  await generateText7({
    model,
    prompt: 'Draw.',
    tools: { drawChart: tool7(drawChart) },
    stopWhen: isStepCount(2),
  });
  const sent = model.doGenerateCalls[1]?.prompt.flatMap(({ content }): readonly unknown[] =>
    [content].flat(),
  );
  expect([sent?.at(-1), warned]).toMatchObject([
    {
      type: 'tool-result',
      output: {
        type: 'content',
        value: [
          { type: 'text', text: JSON.stringify(REFERRING) },
          { type: 'file', data: { type: 'data', data: PNG }, mediaType: 'image/png' },
        ],
      },
    },
    [],
  ]);
});
