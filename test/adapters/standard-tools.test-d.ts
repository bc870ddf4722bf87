import { standardTools, type StandardTool, mcpHandler } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import type { Registration } from '@btcp/core';
import { McpServer } from '@modelcontextprotocol/server';
import { tool as tool6, generateText as generateText6, type LanguageModel as LanguageModel6 } from 'ai';
import { tool as tool7, generateText as generateText7, type LanguageModel as LanguageModel7 } from 'ai-7';
import { FastMCP } from 'fastmcp';
import { describe, expectTypeOf, it } from 'vitest';
import { registration } from '../../examples/office/generated/registration.ts';

interface Sum {
  result: number;
}

const client = new BTCPClient();
const tools = standardTools(client, registration);

describe('the tools of a built registration', () => {
  it('have the types that the build wrote', () => {
    const { calculate, sendEmail } = tools;
    expectTypeOf(calculate.execute).returns.resolves.toEqualTypeOf<Sum>();
    void calculate.execute({ operation: 'add', a: 1, b: 2 });
    // @ts-expect-error no such operation
    void calculate.execute({ operation: 'root', a: 1, b: 2 });

    // @ts-expect-error no such tool
    void tools.calculates;
    expectTypeOf(sendEmail.name).toBeString();
  });

  it('are untyped where the registration is', () => {
    const untyped: Registration = registration;
    expectTypeOf(standardTools(client, untyped)).toEqualTypeOf<Readonly<Record<string, StandardTool>>>();
  });

  it('are taken by the AI SDK 6 and 7', () => {
    const six = tool6(tools.calculate);
    expectTypeOf(six.execute)
      .parameter(0)
      .toHaveProperty('operation')
      .toEqualTypeOf<'add' | 'subtract' | 'multiply' | 'divide'>();
    const seven = tool7(tools.calculate);
    expectTypeOf(seven.execute).parameter(0).toHaveProperty('a').toBeNumber();
    const use = async (model6: LanguageModel6, model7: LanguageModel7): Promise<void> => {
      const { toolCalls } = await generateText6({ model: model6, prompt: 'Add', tools });
      for (const call of toolCalls) {
        if (call.dynamic !== true && call.toolName === 'calculate') expectTypeOf(call.input.a).toBeNumber();
      }
      await generateText7({ model: model7, prompt: 'Add', tools });
    };
    void use;
  });

  it('are taken by the MCP SDK and by FastMCP', () => {
    const { calculate } = tools;
    const server = new McpServer({ name: 'office', version: '1.0.0' });
    server.registerTool(calculate.name, calculate, mcpHandler(calculate, server));
    server.registerTool(calculate.name, calculate, async (input) => {
      expectTypeOf(input.a).toBeNumber();
      const sum = await calculate.execute(input);
      return { content: [], structuredContent: { ...sum } };
    });
    new FastMCP({ name: 'office', version: '1.0.0' }).addTool(calculate);
  });
});
