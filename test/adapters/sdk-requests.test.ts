import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { AgentSkill } from '@a2a-js/sdk';
import Anthropic from '@anthropic-ai/sdk';
import { exportTools } from '@btcp/adapters';
import type { ManifestTool } from '@btcp/core';
import { GoogleGenAI, type Tool as GeminiTool } from '@google/genai';
import type { Tool as McpTool } from '@modelcontextprotocol/sdk/types.js';
import OpenAI from 'openai';
import OpenAI7 from 'openai-7';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

// The official SDKs send exports unchanged, and their types accept them.

const TOOLS_FOLDER = join(import.meta.dirname, 'goldens', 'btcp');
const tools = readdirSync(TOOLS_FOLDER).map(
  (file) => JSON.parse(readFileSync(join(TOOLS_FOLDER, file), 'utf8')) as ManifestTool,
);

let server: Server;
let origin: string;
let body: Record<string, unknown> = {};

beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      body = JSON.parse(text) as Record<string, unknown>;
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

/** The body that a call of an SDK sent; its reaction to the empty response does not matter. */
async function sent(call: Promise<unknown>): Promise<Record<string, unknown>> {
  body = {};
  await call.catch(() => undefined);
  return body;
}

describe.each([false, true])('strict: %s', (strict) => {
  it('openai sends chat tools as they are', async () => {
    const exported = exportTools(tools, { target: 'openai-chat', strict }).tools;
    exported satisfies OpenAI.ChatCompletionTool[];
    exported satisfies OpenAI7.ChatCompletionTool[];
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const options = { apiKey: 'none', baseURL: origin, maxRetries: 0 };
    const request = { model: 'some-model', messages, tools: exported };
    expect((await sent(new OpenAI(options).chat.completions.create(request)))['tools']).toEqual(exported);
    expect((await sent(new OpenAI7(options).chat.completions.create(request)))['tools']).toEqual(exported);
  });

  it('openai sends tools of Responses as they are', async () => {
    const exported = exportTools(tools, { target: 'openai-responses', strict }).tools;
    exported satisfies OpenAI.Responses.Tool[];
    exported satisfies OpenAI7.Responses.Tool[];
    const options = { apiKey: 'none', baseURL: origin, maxRetries: 0 };
    const request = { model: 'some-model', input: 'hi', tools: exported };
    expect((await sent(new OpenAI(options).responses.create(request)))['tools']).toEqual(exported);
    expect((await sent(new OpenAI7(options).responses.create(request)))['tools']).toEqual(exported);
  });

  it('anthropic sends tools as they are', async () => {
    const exported = exportTools(tools, { target: 'anthropic', strict }).tools;
    exported satisfies Anthropic.Tool[];
    const client = new Anthropic({ apiKey: 'none', baseURL: origin, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const request = { model: 'some-model', max_tokens: 8, messages, tools: exported };
    expect((await sent(client.messages.create(request)))['tools']).toEqual(exported);
  });
});

describe('genai', () => {
  const send = (exported: GeminiTool[]) => {
    const client = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: origin } });
    return sent(
      client.models.generateContent({ model: 'some-model', contents: 'hi', config: { tools: exported } }),
    );
  };

  it('sends declarations with JSON Schema as they are', async () => {
    const exported = exportTools(tools, { target: 'gemini' }).tools;
    exported satisfies GeminiTool[];
    expect((await send(structuredClone(exported)))['tools']).toEqual(exported);
  });

  it("sends declarations with Gemini's schemas as they are", async () => {
    const exported = exportTools(tools, { target: 'gemini-openapi' }).tools;
    // Its `Type` is a TypeScript enum, which accepts only its own members.
    expect((await send(structuredClone(exported) as unknown as GeminiTool[]))['tools']).toEqual(exported);
  });
});

it('is what MCP and A2A read', () => {
  exportTools(tools, { target: 'mcp-2025-11-25' }).tools satisfies McpTool[];
  const [exported] = exportTools(tools, { target: 'a2a', namespace: 'sheets', version: '1.0.0' }).tools;
  expect(exported?.id).toBe('sheets:exportTableToClipboard:1.0.0');
  expect(AgentSkill.toJSON(AgentSkill.fromJSON(exported))).toEqual(exported);
});

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('there is no search');
  return value;
}

describe('tools that a search finds', () => {
  it('are sent to Anthropic as they are', async () => {
    const { tools: deferred, toolSearch } = exportTools(tools, { target: 'anthropic', deferLoading: true });
    const exported = [required(toolSearch), ...deferred] satisfies Anthropic.ToolUnion[];
    const client = new Anthropic({ apiKey: 'none', baseURL: origin, maxRetries: 0 });
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const request = { model: 'some-model', max_tokens: 9, messages, tools: exported };
    expect((await sent(client.messages.create(request)))['tools']).toEqual(exported);
  });

  it('are sent to OpenAI as they are', async () => {
    const { tools: deferred, toolSearch } = exportTools(tools, {
      target: 'openai-responses',
      deferLoading: true,
    });
    const exported = [required(toolSearch), ...deferred] satisfies OpenAI.Responses.Tool[];
    exported satisfies OpenAI7.Responses.Tool[];
    const client = new OpenAI({ apiKey: 'none', baseURL: origin, maxRetries: 0 });
    const request = { model: 'some-model', input: 'hi', tools: exported };
    expect((await sent(client.responses.create(request)))['tools']).toEqual(exported);
  });
});
