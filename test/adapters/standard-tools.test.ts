import { fileURLToPath } from 'node:url';
import { mcpHandler, type StandardTool, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPError, type Registration } from '@btcp/core';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { generateText, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BAD_INPUTS, type BadInput } from './bad-inputs.ts';
import { officeTools } from './office-tools.ts';

const { client, registration, tools } = await officeTools();
// As for a host that knows its tools only at run time.
const untyped = standardTools(client, registration as Registration);
const ran: string[] = [];
client.on('callStarted', ({ tool }) => ran.push(tool));

/** The outcome of a call through another library: whether the input was refused before the tool ran, or the result. */
interface Outcome {
  readonly refused: boolean;
  readonly text: string;
}

/** How each library receives the same objects, and calls one. */
interface Consumer {
  readonly name: string;
  open(): Promise<void>;
  call(name: BadInput[0], input: Readonly<Record<string, unknown>>): Promise<Outcome>;
  close(): Promise<void>;
}

const nothing = async (): Promise<void> => undefined;

function toolOf(name: string): StandardTool {
  const found = untyped[name];
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

/** Makes a model request one call, and returns the AI SDK's outcome. */
async function generate(name: BadInput[0], input: unknown): Promise<Outcome> {
  const model = new MockLanguageModelV3({
    doGenerate: async () => ({
      content: [{ type: 'tool-call', toolCallId: '1', toolName: name, input: JSON.stringify(input) }],
      finishReason: { unified: 'tool-calls', raw: undefined },
      usage: {
        inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: 1, text: 1, reasoning: undefined },
      },
      warnings: [],
    }),
  });
  const { content } = await generateText({
    model,
    prompt: 'Call it.',
    tools: { [name]: tool(toolOf(name)) },
  });
  const [call, end] = content;
  if (call?.type !== 'tool-call') throw new Error('There is no call.');
  if (call.invalid === true) return { refused: true, text: String(call.error) };
  if (end?.type === 'tool-result') return { refused: false, text: JSON.stringify(end.output) };
  return { refused: false, text: end?.type === 'tool-error' ? (end.error as Error).message : '' };
}

/** An MCP client's call. */
async function callMcp(
  mcp: Client,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  try {
    const { content, isError } = await mcp.callTool({ name, arguments: { ...input } });
    const [first] = content;
    const text = first?.type === 'text' ? first.text : '';
    return { refused: isError === true && text.startsWith('Input validation error'), text };
  } catch (error) {
    // FastMCP refuses with a protocol error.
    const text = String(error);
    return { refused: /parameter validation failed/.test(text), text };
  }
}

function mcpSdk(): Consumer {
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  const server = new McpServer({ name: 'office', version: '1.0.0' });
  for (const each of Object.values(untyped)) server.registerTool(each.name, each, mcpHandler(each));
  return {
    name: 'registerTool of the MCP SDK 2',
    open: async () => {
      const [here, there] = InMemoryTransport.createLinkedPair();
      await server.connect(there);
      await mcp.connect(here);
    },
    call: (name, input) => callMcp(mcp, name, input),
    close: () => mcp.close(),
  };
}

function fastMcp(): Consumer {
  const mcp = new Client({ name: 'test', version: '1.0.0' });
  return {
    name: 'addTool of FastMCP',
    open: () =>
      mcp.connect(
        new StdioClientTransport({
          command: process.execPath,
          args: ['--import', 'tsx', fileURLToPath(new URL('fastmcp-server.ts', import.meta.url))],
          stderr: 'ignore',
        }),
      ),
    call: (name, input) => callMcp(mcp, name, input),
    close: () => mcp.close(),
  };
}

const CONSUMERS: readonly Consumer[] = [
  { name: 'tool and generateText of the AI SDK 6', open: nothing, call: generate, close: nothing },
  mcpSdk(),
  fastMcp(),
];

describe.each(CONSUMERS)('$name', ({ open, call, close }) => {
  beforeAll(open, 60_000);
  afterAll(close);

  it.each(BAD_INPUTS)('refuses %s %j', async (name, input) => {
    ran.length = 0;
    expect(await call(name, input)).toMatchObject({ refused: true });
    expect(ran).toEqual([]);
  });

  it('calls the tool with a good input', async () => {
    expect(await call('calculate', { operation: 'multiply', a: 6, b: 7 })).toEqual({
      refused: false,
      text: '{"result":42}',
    });
  });

  it('tells the agent the code and the suggestion of an error', async () => {
    const { refused, text } = await call('calculate', { operation: 'divide', a: 1, b: 0 });
    expect(refused).toBe(false);
    expect(text).toContain('DIVISION_BY_ZERO: ');
    expect(text).toContain('\nSuggestion: ');
  });
});

describe('the table', () => {
  it('has 50 inputs, each refused by the client for its keyword', async () => {
    expect(BAD_INPUTS).toHaveLength(50);
    for (const [name, input, keyword] of BAD_INPUTS) {
      const error = await client.callTool(name, input).catch((thrown: unknown) => thrown);
      const found = BTCPError.is(error) ? [error.code, error.issues?.[0]?.keyword] : error;
      expect(found, `${name} ${JSON.stringify(input)}`).toEqual(['INVALID_INPUT', keyword]);
    }
  });
});

describe('a standard tool', () => {
  it('equals its manifest entry', () => {
    expect(Object.keys(tools)).toEqual(registration.manifest.tools.map(({ name }) => name));
    const { calculate, searchFiles, sendEmail } = tools;
    expect(calculate.description).toBe(
      'Adds, subtracts, multiplies or divides two numbers and returns the result. Fails on division by zero and when the result is too large.',
    );
    expect([calculate, searchFiles, sendEmail].map(({ annotations }) => annotations)).toEqual([
      { readOnlyHint: true, openWorldHint: false },
      // The host's argument is not read.
      {},
      {},
    ]);
  });
});
