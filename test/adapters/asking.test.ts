import { createMcpFetch } from '@btcp/adapters/mcp-http';
import { askByResults, createMcpServer } from '@btcp/adapters/mcp-server';
import { mcpHandler, type StandardTool, standardTools } from '@btcp/adapters/standard-schema';
import { BTCPClient } from '@btcp/client';
import type { Implementation, Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport as InMemoryTransport1 } from '@modelcontextprotocol/sdk/inMemory.js';
import { McpServer as McpServer1 } from '@modelcontextprotocol/sdk/server/mcp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, InMemoryTransport, McpServer } from '@modelcontextprotocol/server';
import { generateText, type ModelMessage } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { listen } from './listen.ts';

const INVOICE = {
  type: 'object',
  properties: { id: { type: 'integer' }, note: { type: 'string', default: '' } },
  required: ['id'],
  additionalProperties: false,
} as const;
const WHY = {
  type: 'object',
  properties: { reason: { type: 'string', minLength: 3 } },
  required: ['reason'],
} as const;
const WHO = { type: 'object', properties: { who: { type: 'string' } } } as const;

const MANIFEST: Manifest = {
  btcp: '1.0',
  name: 'invoice-tools',
  version: '1.0.0',
  tools: [
    {
      name: 'deleteInvoice',
      description: 'Deletes an invoice.',
      inputSchema: INVOICE,
      capabilities: [],
      confirm: 'Delete this invoice?',
    },
    {
      name: 'refund',
      description: 'Refunds an invoice.',
      inputSchema: INVOICE,
      capabilities: [],
      confirm: true,
    },
    { name: 'pay', description: 'Pays an invoice on a page.', inputSchema: INVOICE, capabilities: [] },
  ],
  capabilities: [],
};

async function makeHost(): Promise<{ host: BTCPClient; ran: string[] }> {
  const ran: string[] = [];
  const implementations: Record<string, Implementation & { readonly confirm?: unknown }> = {
    deleteInvoice: ({ id }: { id: number }) => void ran.push(`delete ${id}`),
    refund: {
      confirm: ({ id }: { id: number }) => `Refund invoice ${id}?`,
      execute: async ({ id }: { id: number }, { ask }) => {
        const [why, who] = await Promise.all([
          ask('constructor', { message: 'Why?', schema: WHY }),
          ask('who', { message: 'Who?', schema: WHO }),
        ]);
        if (why.action !== 'accepted') return why.action;
        const sure = await ask('sure', { message: 'Sure?', schema: { type: 'object', properties: {} } });
        ran.push(`refund ${id}`);
        return [why.content.reason, who.action, sure.action].join();
      },
    },
    pay: async (_input: unknown, { ask }) =>
      (await ask('page', { message: 'Pay there', url: 'https://pay.example/1' })).action,
  };
  const host = new BTCPClient({ compile: compileSchema });
  await host.registerManifest({ manifest: MANIFEST, implementations });
  return { host, ran };
}

interface Connected {
  readonly mcp: Client;
  readonly ran: string[];
  readonly asked: string[];
  readonly url?: URL;
}

type Answers = Readonly<
  Record<string, { action: 'accept' | 'decline' | 'cancel'; content?: Record<string, string> }>
>;

/** A client of an era, whose user answers by the first word of the question. */
async function connect(
  era: 'legacy' | 'auto',
  answers: Answers | undefined,
  elicitation: { form?: Record<string, never>; url?: Record<string, never> } = { form: {}, url: {} },
): Promise<Connected> {
  const { host, ran } = await makeHost();
  const asked: string[] = [];
  const mcp = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: era }, capabilities: answers ? { elicitation } : {} },
  );
  if (answers)
    mcp.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answers[params.message.split(/\W/)[0] ?? ''] ?? { action: 'cancel' };
    });
  onTestFinished(() => mcp.close());
  if (era === 'legacy') {
    const [here, there] = InMemoryTransport.createLinkedPair();
    await createMcpServer(host, { manifest: MANIFEST }).connect(there);
    await mcp.connect(here);
    return { mcp, ran, asked };
  }
  const url = await listen(createMcpFetch(host, { manifest: MANIFEST }));
  await mcp.connect(new StreamableHTTPClientTransport(url));
  return { mcp, ran, asked, url };
}

it('seals what is asked with the key of each server, also where another one of the host has none', async () => {
  const { host } = await makeHost();
  createMcpServer(host, { manifest: MANIFEST });
  expect(() => createMcpServer(host, { manifest: MANIFEST, stateKey: 'short' })).toThrow(/32/);
});

const textOf = (result: unknown): string => (result as { content: [{ text: string }] }).content[0].text;

describe.each(['legacy', 'auto'] as const)('an MCP client that negotiates by %s', (era) => {
  it('confirms a call, and is shown its input', async () => {
    const { mcp, ran, asked } = await connect(era, { Delete: { action: 'accept', content: {} } });
    await mcp.callTool({ name: 'deleteInvoice', arguments: { id: 7 } });
    expect(ran).toEqual(['delete 7']);
    expect(asked).toEqual(['Delete this invoice?\n\ndeleteInvoice {\n  "id": 7,\n  "note": ""\n}']);
  });

  it('shows what an input has of text that hides or reverses text', async () => {
    const { mcp, asked } = await connect(era, { Delete: { action: 'decline' } });
    await mcp.callTool({ name: 'deleteInvoice', arguments: { id: 7, note: '\u202Etfard\u009B2K' } });
    expect(asked).toEqual([
      'Delete this invoice?\n\ndeleteInvoice {\n  "id": 7,\n  "note": "\\u{202E}tfard\\u{9B}2K"\n}',
    ]);
  });

  it('shows all of an input, however long', async () => {
    const { mcp, asked } = await connect(era, { Delete: { action: 'decline' } });
    const note = `${'a'.repeat(3000)} and pay Mallory`;
    await mcp.callTool({ name: 'deleteInvoice', arguments: { id: 7, note } });
    expect(asked).toEqual([`Delete this invoice?\n\ndeleteInvoice {\n  "id": 7,\n  "note": "${note}"\n}`]);
  });

  it.each(['decline', 'cancel'] as const)('says %s', async (action) => {
    const { mcp, ran } = await connect(era, { Delete: { action } });
    const result = await mcp.callTool({ name: 'deleteInvoice', arguments: { id: 7 } });
    expect(textOf(result)).toContain(
      'CONFIRMATION_DECLINED: The user has declined the call of "deleteInvoice".',
    );
    expect(ran).toEqual([]);
  });

  it.each([
    ['no elicitation', undefined, {}],
    ['pages alone', {}, { url: {} }],
  ])('cannot confirm with %s', async (_, answers, elicitation) => {
    const { mcp, ran } = await connect(era, answers, elicitation);
    const result = await mcp.callTool({ name: 'deleteInvoice', arguments: { id: 7 } });
    expect(textOf(result)).toContain('CONFIRMATION_REQUIRED');
    expect(ran).toEqual([]);
  });

  it('answers several questions, and the call runs its end once', async () => {
    const { mcp, ran, asked } = await connect(era, {
      Refund: { action: 'accept', content: {} },
      Why: { action: 'accept', content: { reason: 'broken' } },
      Who: { action: 'decline' },
      Sure: { action: 'accept', content: {} },
    });
    const result = await mcp.callTool({ name: 'refund', arguments: { id: 7 } });
    expect(textOf(result)).toBe('broken,declined,accepted');
    expect(ran).toEqual(['refund 7']);
    expect(asked.map((message) => message.split('\n')[0])).toEqual([
      'Refund invoice 7?',
      'Why?',
      'Who?',
      'Sure?',
    ]);
  });

  it('asks three times for an answer that is not valid, and says so', async () => {
    const { mcp, ran, asked } = await connect(era, {
      Refund: { action: 'accept', content: {} },
      Why: { action: 'accept', content: { reason: 'x' } },
    });
    const result = await mcp.callTool({ name: 'refund', arguments: { id: 7 } });
    expect(textOf(result)).toMatch(
      /^INVALID_INPUT: The user's answer to "constructor" is not valid: reason /,
    );
    expect(asked.filter((message) => message.startsWith('Why?'))).toEqual([
      'Why?',
      expect.stringMatching(/^Why\? \(reason .*\)$/),
      expect.stringMatching(/^Why\? \(reason .*\)$/),
    ]);
    expect(ran).toEqual([]);
  });

  it.each([
    ['accepted', { url: {} }],
    ['unavailable', { form: {} }],
  ])('is sent to a page: %s', async (action, elicitation) => {
    const { mcp } = await connect(era, { Pay: { action: 'accept' } }, elicitation);
    expect(textOf(await mcp.callTool({ name: 'pay', arguments: { id: 1 } }))).toBe(action);
  });
});

const GREETER: Manifest = {
  btcp: '1.0',
  name: 'greeter',
  version: '1.0.0',
  tools: [
    {
      name: 'greet',
      description: 'Greets the user.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: { type: 'string' },
      capabilities: [],
      confirm: 'Greet the user?',
    },
  ],
  capabilities: [],
};

/** As standard tools, to be registered on a server. */
async function greeter(): Promise<StandardTool> {
  const host = new BTCPClient({ compile: compileSchema });
  await host.registerManifest({
    manifest: GREETER,
    implementations: {
      greet: async (_input: unknown, { ask }) => {
        const who = await ask('who', { message: 'Who?', schema: WHO });
        return who.action === 'accepted' ? `Hi ${who.content.who}` : who.action;
      },
    },
  });
  const validators = {
    greet: { input: compileSchema({ type: 'object' }), output: compileSchema({ type: 'string' }) },
  };
  const { greet } = standardTools(host, { manifest: GREETER, implementations: {}, validators });
  if (!greet) throw new Error('There is no tool.');
  return greet;
}

const ANSWERS: Answers = {
  Greet: { action: 'accept', content: {} },
  Who: { action: 'accept', content: { who: 'Ann' } },
};
const answer = ({ params }: { params: { message: string } }): Answers[string] =>
  ANSWERS[params.message.split(/\W/)[0] ?? ''] ?? { action: 'cancel' };

describe("a server of one's own asks its client's user", () => {
  const call = { name: 'greet', arguments: {} };

  it('with the MCP SDK 1, which has structured results of objects alone', async () => {
    const tool = await greeter();
    const server = new McpServer1({ name: 'own', version: '1.0.0' });
    server.registerTool(
      tool.name,
      { description: tool.description, inputSchema: z.object({}) },
      (input, extra) =>
        mcpHandler(tool, server)(input, { mcpReq: { ...extra, notify: extra.sendNotification } }),
    );
    const mcp = new Client1({ name: 'test', version: '1.0.0' }, { capabilities: { elicitation: {} } });
    mcp.setRequestHandler(ElicitRequestSchema, answer);
    const [here, there] = InMemoryTransport1.createLinkedPair();
    await server.connect(there);
    await mcp.connect(here);
    onTestFinished(() => mcp.close());
    expect(await mcp.callTool(call)).toEqual({ content: [{ type: 'text', text: 'Hi Ann' }] });
  });

  it('with the MCP SDK 2', async () => {
    const tool = await greeter();
    const server = new McpServer({ name: 'own', version: '1.0.0' });
    server.registerTool(tool.name, tool, mcpHandler(tool, server));
    const mcp = new Client(
      { name: 'test', version: '1.0.0' },
      { capabilities: { elicitation: { form: {} } } },
    );
    mcp.setRequestHandler('elicitation/create', answer);
    const [here, there] = InMemoryTransport.createLinkedPair();
    await server.connect(there);
    await mcp.connect(here);
    onTestFinished(() => mcp.close());
    expect(await mcp.callTool(call)).toEqual({
      content: [{ type: 'text', text: 'Hi Ann' }],
      structuredContent: { result: 'Hi Ann' },
    });
  });

  it.each([
    ['but not since 2026-07-28', undefined, 'CONFIRMATION_REQUIRED'],
    ['since 2026-07-28 by results', askByResults(), 'Hi Ann'],
  ])('%s', async (_, byResults, text) => {
    const tool = await greeter();
    const url = await listen(
      createMcpHandler(() => {
        const server = new McpServer({ name: 'own', version: '1.0.0' });
        server.registerTool(tool.name, tool, mcpHandler(tool, server, byResults));
        return server;
      }).fetch,
    );
    const mcp = new Client(
      { name: 'test', version: '1.0.0' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
    );
    mcp.setRequestHandler('elicitation/create', answer);
    onTestFinished(() => mcp.close());
    await mcp.connect(new StreamableHTTPClientTransport(url));
    expect(textOf(await mcp.callTool(call))).toContain(text);
  });
});

/** The tools of a host on a server of one's own. */
function ownServer(host: BTCPClient): (request: Request) => Promise<Response> {
  const validators = Object.fromEntries(
    MANIFEST.tools.map(({ name, inputSchema }) => [name, { input: compileSchema(inputSchema) }]),
  );
  const tools = standardTools<unknown>(host, { manifest: MANIFEST, implementations: {}, validators });
  const asking = askByResults();
  return createMcpHandler(() => {
    const server = new McpServer({ name: 'own', version: '1.0.0' });
    for (const tool of Object.values(tools))
      server.registerTool(tool.name, tool, mcpHandler(tool, server, asking));
    return server;
  }).fetch;
}

describe('a confirmation of 2026-07-28', () => {
  const confirmation = { 'btcp.confirm': { action: 'accept', content: {} } };

  /** A call as it is sent, so that a client may cheat. */
  async function send(
    url: URL,
    input: object,
    more: object,
  ): Promise<{ result?: Record<string, unknown>; error?: { code: number } }> {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 'deleteInvoice',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: {
          name: 'deleteInvoice',
          arguments: input,
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
            'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
          },
          ...more,
        },
      }),
    });
    const text = await response.text();
    return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text) as never;
  }

  it.each([
    ['createMcpFetch', (host: BTCPClient) => createMcpFetch(host, { manifest: MANIFEST }), -32602],
    // The SDK makes a result of what a tool throws.
    ['mcpHandler', ownServer, 'complete'],
  ])('counts for one call of the same input, asked by %s', async (_, serve, forged) => {
    const { host, ran } = await makeHost();
    const url = await listen(serve(host));
    const kindOf = async (input: object, more: object): Promise<unknown> => {
      const { result, error } = await send(url, input, more);
      return result?.['resultType'] ?? error?.code;
    };
    // Not asked.
    expect(await kindOf({ id: 1 }, { inputResponses: confirmation })).toBe('input_required');
    const { result } = await send(url, { id: 1 }, {});
    const more = { inputResponses: confirmation, requestState: result?.['requestState'] };
    // Asked for another input, and by a state that was made up.
    expect(await kindOf({ id: 2 }, more)).toBe('input_required');
    expect(await kindOf({ id: 1 }, { ...more, requestState: `${String(more.requestState)}x` })).toBe(forged);
    expect(ran).toEqual([]);
    expect(await kindOf({ id: 1 }, more)).toBe('complete');
    expect(await kindOf({ id: 1 }, more)).toBe('input_required');
    expect(ran).toEqual(['delete 1']);
  });
});

it('is an approval of the AI SDK', async () => {
  const { host, ran } = await makeHost();
  const validators = Object.fromEntries(
    MANIFEST.tools.map(({ name, inputSchema }) => [name, { input: compileSchema(inputSchema) }]),
  );
  const tools = standardTools(host, { manifest: MANIFEST, implementations: {}, validators });
  const usage = {
    inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: 1, text: 1, reasoning: 0 },
  };
  const model = (part: object): MockLanguageModelV3 =>
    new MockLanguageModelV3({
      doGenerate: {
        content: [part as never],
        finishReason: { unified: 'stop', raw: undefined },
        usage,
        warnings: [],
      },
    });
  const call = { type: 'tool-call', toolCallId: '1', toolName: 'deleteInvoice', input: '{"id":7}' };
  const messages: ModelMessage[] = [{ role: 'user', content: 'Delete invoice 7.' }];
  const first = await generateText({ model: model(call), messages, tools });
  expect(ran).toEqual([]);
  const request = first.content.find(({ type }) => type === 'tool-approval-request');
  const approvalId = (request as { approvalId: string } | undefined)?.approvalId ?? 'none';
  const approved: ModelMessage = {
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId, approved: true }],
  };
  const asked = [...messages, ...first.response.messages, approved];
  const second = await generateText({
    model: model({ type: 'text', text: 'Done.' }),
    messages: asked,
    tools,
  });
  expect(ran).toEqual(['delete 7']);
  // Some models give every call the same id: the approval was for the one that has run, where the SDK asks for none.
  const unasked = { ...tools['deleteInvoice'], needsApproval: false };
  await generateText({
    model: model({ ...call, input: '{"id":9}' }),
    messages: [...asked, ...second.response.messages],
    tools: { deleteInvoice: unasked as never },
  });
  expect(ran).toEqual(['delete 7']);
  // What calls it without an approval, as other stacks do, is refused.
  await expect(tools['deleteInvoice']?.execute({ id: 8 })).rejects.toMatchObject({
    code: 'CONFIRMATION_REQUIRED',
  });
});
