import { mcpHandler, type StandardTool, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import type { Registration } from '@btcp/core';
import { type StructuredToolInterface, tool } from '@langchain/core/tools';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { McpServer as McpServer2 } from '@modelcontextprotocol/server';
import { expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { CalculateInput } from '../../examples/office/generated/client.ts';
import { registration } from '../../examples/office/generated/registration.ts';

const client = new BTCPClient();
const { calculate } = standardTools(client, registration);
const untyped: Registration = registration;
const tools: readonly StandardTool[] = Object.values(standardTools(client, untyped));

it('the lines that the docs give for LangChain', () => {
  const langchain = tools.map((each) =>
    tool((input, { signal }) => each.execute(input, { signal }), {
      name: each.name,
      description: each.description,
      schema: each.inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' }),
    }),
  );
  expectTypeOf(langchain).toExtend<readonly StructuredToolInterface[]>();
  tool((input) => calculate.execute(input as CalculateInput), {
    name: calculate.name,
    schema: calculate.inputSchema['~standard'].jsonSchema.input({ target: 'draft-07' }),
  });
});

it('the lines that the docs give for the MCP SDK 1', () => {
  const server = new McpServer({ name: 'office', version: '1.0.0' });
  for (const each of tools) {
    const schema = each.inputSchema['~standard'].jsonSchema.input({ target: 'draft-2020-12' });
    const { description, annotations } = each;
    const registered = server.registerTool(
      each.name,
      { description, annotations, inputSchema: z.fromJSONSchema(schema) },
      (input, extra) =>
        mcpHandler(each, server)(input, { mcpReq: { ...extra, notify: extra.sendNotification } }),
    );
    expectTypeOf(registered.enabled).toBeBoolean();
  }
});

it('the lines that `btcp init` gives for the MCP SDK 2', () => {
  const server = new McpServer2({ name: 'office', version: '1.0.0' });
  for (const each of tools) {
    const registered = server.registerTool(each.name, each, mcpHandler(each, server));
    expectTypeOf(registered.enabled).toBeBoolean();
  }
});
