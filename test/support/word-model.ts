import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request, as it came. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Readonly<Record<string, unknown>>;
}

/** A running server of the model. */
export interface WordModel {
  /** Where the API of a provider is. */
  readonly url: string;
  readonly requests: ModelRequest[];
  close(): Promise<void>;
}

type Json = Readonly<Record<string, unknown>>;

interface Tool {
  readonly name: string;
  readonly description: string;
  readonly schema: Json;
}

/**
 * Serves a model that is a program, by the APIs of Anthropic, OpenAI and Google: it calls the tool whose description
 * shares most words with what it is asked, and takes arguments from there by their pattern, enum or type. So it answers by the tools that it
 * gets, always the same, and other descriptions change what it calls.
 */
export async function serveWordModel(): Promise<WordModel> {
  const requests: ModelRequest[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Json;
      requests.push({ path, headers: request.headers, body });
      const format = Object.entries(FORMATS).find(([end]) => path.endsWith(end))?.[1];
      const isServed = format !== undefined && body['model'] !== ABSENT;
      response.writeHead(isServed ? 200 : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(isServed ? format(body) : { error: NOT_FOUND }));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

/** The model that Anthropic and OpenAI do not have. */
const ABSENT = 'absent';
const NOT_FOUND = { type: 'not_found_error', message: 'no such model' };

/** What an API answers, by the end of its path. */
const FORMATS: Readonly<Record<string, (body: Json) => Json>> = {
  '/messages': ({ tools, messages, model }) => {
    const { call, text, input, output } = answer(list(tools), textOf(messages));
    const block = call ? { type: 'tool_use', id: 'toolu_1', ...call } : { type: 'text', text };
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model,
      content: [block],
      stop_reason: call ? 'tool_use' : 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: input, output_tokens: output },
    };
  },
  '/responses': ({ tools, input: asked, model }) => {
    const { call, text, input, output } = answer(list(tools), textOf(asked));
    const item = call
      ? {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'call_1',
          name: call.name,
          arguments: JSON.stringify(call.input),
        }
      : {
          type: 'message',
          id: 'm_1',
          role: 'assistant',
          content: [{ type: 'output_text', text, annotations: [] }],
        };
    const usage = { input_tokens: input, output_tokens: output };
    return { id: 'resp_1', created_at: 0, model, status: 'completed', output: [item], usage };
  },
  ':generateContent': ({ tools, contents }) => {
    const declared = list(tools).flatMap((each) => list(each['functionDeclarations']));
    const { call, text, input, output } = answer(declared, textOf(contents));
    const part = call ? { functionCall: { name: call.name, args: call.input } } : { text };
    return {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: input, candidatesTokenCount: output },
    };
  },
};

const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : []);

/** The text of the only message. */
function textOf(messages: unknown): string {
  const [message] = list(messages);
  const [part] = list(message?.['content'] ?? message?.['parts']);
  return String(part?.['text']);
}

function answer(tools: readonly Json[], ask: string) {
  const call = choose(
    tools.map((tool) => ({
      name: String(tool['name']),
      description: String(tool['description']),
      schema: (tool['input_schema'] ?? tool['parametersJsonSchema'] ?? tool['parameters']) as Json,
    })),
    ask,
  );
  const text = 'None of the tools does that.';
  const size = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
  return { call, text, input: size([tools, ask]), output: size(call ?? text) };
}

function choose(tools: readonly Tool[], ask: string) {
  const asked = wordsOf(ask);
  const scored = tools.map((tool) => {
    const known = wordsOf(tool.description);
    return { tool, score: [...asked].filter((word) => known.has(word)).length };
  });
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a));
  if (best.score < 2) return undefined;
  const properties = Object.entries((best.tool.schema['properties'] ?? {}) as Record<string, Json>);
  const input = properties.flatMap(([name, schema]) => {
    const value = valueFor(schema, ask);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { name: best.tool.name, input: Object.fromEntries(input) as Json };
}

const COMMON = new Set(
  'the a an of in is it to and or as by for from what this that with only its'.split(' '),
);

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set((text.toLowerCase().match(/[a-z]{2,}/g) ?? []).filter((word) => !COMMON.has(word)));

function valueFor(schema: Json, ask: string): unknown {
  const branches = list(schema['oneOf'] ?? schema['anyOf']);
  for (const branch of branches) {
    const value = valueFor(branch, ask);
    if (value !== undefined) return value;
  }
  const words = ask.split(/[\s?,;]+/);
  if (Array.isArray(schema['enum']))
    return (schema['enum'] as unknown[]).find((each) => words.includes(String(each)));
  if (typeof schema['pattern'] === 'string')
    return words.find((word) => new RegExp(String(schema['pattern'])).test(word));
  if (schema['type'] === 'string') return /"([^"]*)"/.exec(ask)?.[1];
  if (schema['type'] === 'number') return words.filter((word) => /^\d+$/.test(word)).map(Number)[0];
  return undefined;
}
