import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { McpServer, fromJsonSchema } from '@modelcontextprotocol/server';
import { generateText, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { z } from 'zod';
import { BTCPClient } from '@btcp/client';
import type { ToolContext, ToolValidators } from '@btcp/core';
import { compileToolValidators } from '@btcp/schema/compile';
import { CELL_TOOL, readCell, type CellInput, type CellOutput } from './cell-tool.ts';

/** One way to call the tool. */
export type Call = (input: CellInput) => Promise<CellOutput>;

/** Calls through a client with gate, deadline and both validations. */
export async function throughClient(
  implementation: (input: CellInput, context: ToolContext) => unknown,
): Promise<Call> {
  const client = new BTCPClient();
  await client.registerManifest({
    manifest: {
      btcp: '1.0',
      name: 'bench',
      version: '1.0.0',
      capabilities: ['dom:read'],
      tools: [CELL_TOOL],
    },
    implementations: { getCellValue: implementation },
    validators: await emitValidators(),
  });
  await client.grantCapabilities(['dom:read']);
  // The client's results are valid against the output schema.
  return (input) => client.callTool('getCellValue', input) as Promise<CellOutput>;
}

async function emitValidators(): Promise<Readonly<Record<string, ToolValidators>>> {
  const file = join(process.cwd(), 'emitted-call.mjs');
  await writeFile(file, compileToolValidators([CELL_TOOL]).code);
  return (await import(pathToFileURL(file).href)) as Readonly<Record<string, ToolValidators>>;
}

/** Calls through the official MCP client and server, linked in memory; both validate against the same schemas. */
export async function throughMcp(): Promise<Call> {
  const server = new McpServer({ name: 'bench', version: '1.0.0' });
  const { name, description, inputSchema, outputSchema = {} } = CELL_TOOL;
  const config = {
    description,
    inputSchema: fromJsonSchema<CellInput>(inputSchema),
    outputSchema: fromJsonSchema(outputSchema),
  };
  server.registerTool(name, config, async (input) => {
    const output = await readCell(input);
    return { content: [{ type: 'text', text: JSON.stringify(output) }], structuredContent: { ...output } };
  });
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(there), client.connect(here)]);
  // A client validates outputs of the tools that it has listed.
  await client.listTools();
  return async (input) => {
    const { structuredContent } = await client.callTool({ name, arguments: { ...input } });
    return structuredContent as CellOutput;
  };
}

/**
 * Calls as the AI SDK does when a model asks for a tool: `generateText`, one step, with a model that asks for it at
 * once. It parses and validates the input, runs the tool and wraps the result; it does not validate outputs.
 */
export function throughAiSdk(): Call {
  const inputSchema = z.strictObject({
    cell: z.string().regex(/^[A-Z]+[0-9]+$/),
    includeFormatting: z.boolean().default(false),
  });
  const tools = { getCellValue: tool({ inputSchema, execute: readCell }) };
  return async (input) => {
    const model = modelThatAnswers({
      type: 'tool-call',
      toolCallId: 'call',
      toolName: 'getCellValue',
      input: JSON.stringify(input),
    });
    const { toolResults } = await generateText({ model, tools, prompt: 'B5?' });
    const [result] = toolResults;
    if (result?.dynamic !== false && result?.toolName !== 'getCellValue')
      throw new Error('The tool was not called.');
    return result.output as CellOutput;
  };
}

/** The same as `throughAiSdk` without a tool call: the overhead of the rest. */
export function withoutToolThroughAiSdk(): Call {
  return async ({ cell }) => {
    const { text } = await generateText({
      model: modelThatAnswers({ type: 'text', text: cell }),
      prompt: 'B5?',
    });
    return { value: text, formula: null, displayValue: text };
  };
}

type Answer = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>['content'][number];

function modelThatAnswers(content: Answer): MockLanguageModelV3 {
  const unified = content.type === 'tool-call' ? 'tool-calls' : 'stop';
  return new MockLanguageModelV3({
    doGenerate: {
      content: [content],
      finishReason: { unified, raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    },
  });
}
