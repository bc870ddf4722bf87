import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

// Checks the table of docs/comparison.md about other libraries with their own code. If one of these fails after an update, a peer
// has improved: correct the table.

const range = z.object({ from: z.number(), to: z.number() }).refine(({ from, to }) => from < to);
const orders = z.object({ orders: z.array(z.object({ id: z.string() })) });
const withUndeclared = { orders: [{ id: 'o1', iban: 'DE02' }] };
const wrong = { orders: 5 } as never;

describe('Zod 4 with the MCP SDK 2', () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const server = new McpServer({ name: 'orders', version: '1.0.0' });
  server.registerTool('in_range', { inputSchema: range }, () => ({
    content: [{ type: 'text', text: 'ran' }],
  }));
  server.registerTool('undeclared', { inputSchema: z.object({}), outputSchema: orders }, () => ({
    content: [{ type: 'text', text: JSON.stringify(withUndeclared) }],
    structuredContent: withUndeclared,
  }));
  server.registerTool('wrong', { inputSchema: z.object({}), outputSchema: orders }, () => ({
    content: [],
    structuredContent: wrong,
  }));
  const call = (name: string, input: Record<string, unknown> = {}): Promise<unknown> =>
    client.callTool({ name, arguments: input });

  beforeAll(async () => {
    const [here, there] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await client.connect(here);
    // The client checks results of tools that it knows.
    await client.listTools();
  });

  it('validates input', async () => {
    expect(await call('in_range', { from: 'x', to: 2 })).toMatchObject({ isError: true });
  });

  it('enforces a refinement that it does not advertise', async () => {
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'in_range')?.inputSchema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { from: { type: 'number' }, to: { type: 'number' } },
      required: ['from', 'to'],
    });
    expect(await call('in_range', { from: 2, to: 1 })).toMatchObject({ isError: true });
  });

  it('validates results', async () => {
    expect(await call('wrong')).toMatchObject({ isError: true });
  });

  it('returns undeclared fields, which its own client refuses', async () => {
    await expect(call('undeclared')).rejects.toThrow('must NOT have additional properties');
  });
});

describe('Zod 4 with the AI SDK 6', () => {
  const tools = {
    in_range: tool({ inputSchema: range, execute: () => 'ran' }),
    undeclared: tool({ inputSchema: z.object({}), outputSchema: orders, execute: () => withUndeclared }),
    wrong: tool({ inputSchema: z.object({}), outputSchema: orders, execute: () => wrong }),
  };

  /** The outcome of one call that the model made. */
  async function call(toolName: keyof typeof tools, input: object): Promise<unknown> {
    const usage = {
      inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 1, text: 1, reasoning: 0 },
    };
    const model = new MockLanguageModelV3({
      doGenerate: {
        content: [{ type: 'tool-call', toolCallId: '1', toolName, input: JSON.stringify(input) }],
        finishReason: { unified: 'tool-calls', raw: undefined },
        usage,
        warnings: [],
      },
    });
    const { content } = await generateText({ model, prompt: 'Go.', tools, stopWhen: stepCountIs(1) });
    const last = content.at(-1);
    return last?.type === 'tool-result' ? last.output : last?.type;
  }

  it('validates input, also by a refinement', async () => {
    expect(await call('in_range', { from: 'x', to: 2 })).toBe('tool-error');
    expect(await call('in_range', { from: 2, to: 1 })).toBe('tool-error');
    expect(await call('in_range', { from: 1, to: 2 })).toBe('ran');
  });

  it('does not validate results, and returns undeclared fields', async () => {
    expect(await call('wrong', {})).toEqual({ orders: 5 });
    expect(await call('undeclared', {})).toEqual({ orders: [{ id: 'o1', iban: 'DE02' }] });
  });
});
