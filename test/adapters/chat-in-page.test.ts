import { BTCPClient } from '@btcp/client';
import { BTCPError, type Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import {
  AbstractChat,
  type ChatState,
  convertToModelMessages,
  DefaultChatTransport,
  jsonSchema,
  type JSONSchema7,
  lastAssistantMessageIsCompleteWithToolCalls,
  simulateReadableStream,
  streamText,
  type ToolSet,
  type UIMessage,
} from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';

// As docs/chat.md writes both sides.

const manifest: Manifest = {
  btcp: '1.0',
  name: 'board',
  version: '1.0.0',
  capabilities: [],
  tools: [
    {
      name: 'moveCard',
      description: 'Moves a card of the board.',
      inputSchema: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
      capabilities: [],
    },
  ],
};

type Chunks =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? readonly Part[]
    : never;

const finished = (unified: 'stop' | 'tool-calls'): Chunks[number] => ({
  type: 'finish',
  finishReason: { unified, raw: undefined },
  usage: {
    inputTokens: { total: 1, noCache: 1, cacheRead: undefined, cacheWrite: undefined },
    outputTokens: { total: 1, text: 1, reasoning: undefined },
  },
});
const calling = (id: string, input: object): Chunks => [
  { type: 'tool-call', toolCallId: id, toolName: 'moveCard', input: JSON.stringify(input) },
  finished('tool-calls'),
];
const saying = (delta: string): Chunks => [
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta },
  { type: 'text-end', id: 't' },
  finished('stop'),
];

class Chat extends AbstractChat<UIMessage> {}

function stateOf(): ChatState<UIMessage> {
  const state: ChatState<UIMessage> = {
    status: 'ready',
    error: undefined,
    messages: [],
    pushMessage: (message) => void (state.messages = [...state.messages, message]),
    popMessage: () => void (state.messages = state.messages.slice(0, -1)),
    replaceMessage: (index, message) => void (state.messages = state.messages.with(index, message)),
    snapshot: (thing) => structuredClone(thing),
  };
  return state;
}

it('a chat of the AI SDK on a server calls the tools of the page, and reads their errors', async () => {
  const steps = [calling('1', {}), calling('2', { to: 'done' }), saying('It is done.')];
  const model = new MockLanguageModelV3({
    doStream: async () => ({ stream: simulateReadableStream({ chunks: [...(steps.shift() ?? [])] }) }),
  });
  const tools: ToolSet = Object.fromEntries(
    manifest.tools.map(({ name, description, inputSchema }) => [
      name,
      { description, inputSchema: jsonSchema(inputSchema as JSONSchema7) },
    ]),
  );
  const answer = async (_: unknown, init?: RequestInit): Promise<Response> => {
    const { messages } = JSON.parse(init?.body as string) as { messages: UIMessage[] };
    return streamText({
      model,
      messages: await convertToModelMessages(messages),
      tools,
    }).toUIMessageStreamResponse();
  };

  const client = new BTCPClient({ compile: compileSchema });
  const moved: unknown[] = [];
  await client.registerManifest({
    manifest,
    implementations: { moveCard: ({ to }: { to: string }) => (moved.push(to), to) },
  });
  const state = stateOf();
  const chat: Chat = new Chat({
    state,
    transport: new DefaultChatTransport({ fetch: answer }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    onToolCall({ toolCall: { toolName, toolCallId, input } }) {
      void client.callTool(toolName, input).then(
        (output) => chat.addToolOutput({ tool: toolName, toolCallId, output }),
        (thrown: unknown) => {
          const { code, message, suggestion } = BTCPError.from(thrown);
          const errorText = [code, message, suggestion].filter(Boolean).join('\n');
          return chat.addToolOutput({ tool: toolName, toolCallId, state: 'output-error', errorText });
        },
      );
    },
  });
  await chat.sendMessage({ text: 'Move the card.' });
  const parts = (): UIMessage['parts'] => state.messages.at(-1)?.parts ?? [];
  await expect.poll(() => parts().at(-1)).toMatchObject({ type: 'text', text: 'It is done.' });
  expect(moved).toEqual(['done']);
  expect(parts().filter(({ type }) => type === 'tool-moveCard')).toMatchObject([
    {
      state: 'output-error',
      errorText: expect.stringContaining('`to` is required') as string,
    },
    { state: 'output-available', output: 'done' },
  ]);
});
