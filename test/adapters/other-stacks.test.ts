import { mcpHandler, type StandardTool, standardTools } from '@btcp/adapters/standard-schema';
import type { Registration } from '@btcp/core';
import { tool } from '@langchain/core/tools';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { officeTools } from './office-tools.ts';

const { client, registration } = await officeTools();
const tools: readonly StandardTool[] = Object.values(standardTools(client, registration as Registration));

const SUM = { operation: 'add', a: 2, b: 3 };
const BY_ZERO = { operation: 'divide', a: 1, b: 0 };

describe('LangChain', () => {
  const langchain = tools.map((each) =>
    tool((input, { signal }) => each.execute(input, { signal }), {
      name: each.name,
      description: each.description,
      schema: each.inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' }),
    }),
  );
  const calculate =
    langchain.find(({ name }) => name === 'calculate') ?? expect.fail('There is no calculate.');

  it('calls each tool, and gives its schema to a model', async () => {
    expect(langchain.map(({ name }) => name)).toEqual(registration.manifest.tools.map(({ name }) => name));
    expect(await calculate.invoke(SUM)).toEqual({ result: 5 });
    expect(
      await calculate.invoke({ type: 'tool_call', id: '1', name: 'calculate', args: SUM }),
    ).toMatchObject({
      tool_call_id: '1',
      content: '{"result":5}',
    });
    expect(calculate.schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      required: ['operation', 'a', 'b'],
    });
  });

  it('refuses what the schema refuses, and forwards the error of a tool', async () => {
    await expect(calculate.invoke({ ...SUM, operation: 'root' })).rejects.toThrow(
      'did not match expected schema',
    );
    await expect(calculate.invoke(BY_ZERO)).rejects.toThrow(/^[A-Z_]+: .*\nSuggestion: /);
  });
});

describe('the MCP SDK 1', () => {
  it('lists each tool, calls it and refuses wrong inputs', async () => {
    const server = new McpServer({ name: 'office', version: '1.0.0' });
    for (const each of tools) {
      const schema = each.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
      const { description, annotations } = each;
      server.registerTool(
        each.name,
        { description, annotations, inputSchema: z.fromJSONSchema(schema) },
        (input, extra) =>
          mcpHandler(each, server)(input, { mcpReq: { ...extra, notify: extra.sendNotification } }),
      );
    }
    const [there, here] = InMemoryTransport.createLinkedPair();
    const mcp = new Client({ name: 'test', version: '1.0.0' });
    await Promise.all([server.connect(there), mcp.connect(here)]);
    onTestFinished(() => mcp.close());
    const listed = await mcp.listTools();
    expect(listed.tools.map(({ name }) => name)).toEqual(registration.manifest.tools.map(({ name }) => name));
    expect(listed.tools.map(({ annotations }) => annotations)).toEqual(
      tools.map(({ annotations }) => annotations),
    );
    expect(listed.tools.find(({ name }) => name === 'calculate')?.inputSchema).toMatchObject({
      type: 'object',
      properties: { operation: { enum: ['add', 'subtract', 'multiply', 'divide'] }, a: { type: 'number' } },
      required: ['operation', 'a', 'b'],
    });
    const call = async (input: Record<string, unknown>) => {
      const { content, isError } = await mcp.callTool({ name: 'calculate', arguments: input });
      return { text: (content as readonly { text: string }[])[0]?.text, isError };
    };
    expect(await call(SUM)).toEqual({ text: '{"result":5}', isError: undefined });
    expect(await call(BY_ZERO)).toEqual({
      text: expect.stringContaining('\nSuggestion: ') as unknown,
      isError: true,
    });
    expect(await call({ ...SUM, operation: 'root' })).toMatchObject({ isError: true });
  });
});
