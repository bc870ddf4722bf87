import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { serveMcp } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { Manifest, ToolContext } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { expect, it, onTestFinished } from 'vitest';
import { full } from '../support/runs.ts';
import { btcpCommand, useBuiltProject } from './serve-project.ts';

const project = useBuiltProject();
const SLOW = { timeout: 60_000 };

/** The fields of a response that are used here. */
interface Answer {
  readonly id?: unknown;
  readonly method?: string;
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: unknown };
  readonly error?: { readonly code: number; readonly message: string };
  readonly params?: { readonly progress?: number };
}

/** `btcp serve` as a process, and its lines. */
interface Service {
  readonly child: ChildProcessWithoutNullStreams;
  readonly write: (line: string) => void;
  readonly answers: AsyncIterator<Answer>;
  readonly said: () => string;
}

function start(): Service {
  const { command, args } = btcpCommand('serve');
  const child = spawn(command, args, { cwd: project() });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.on('data', (data: Buffer) => (said += data.toString()));
  return {
    child,
    write: (line) => void child.stdin.write(`${line}\n`),
    answers: answersIn(child.stdout),
    said: () => said,
  };
}

async function* answersIn(output: NodeJS.ReadableStream): AsyncGenerator<Answer> {
  for await (const line of createInterface(output)) yield JSON.parse(line) as Answer;
}

const next = async ({ answers }: Service): Promise<Answer> => (await answers.next()).value as Answer;

const request = (id: unknown, method: string, params: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params });
const INITIALIZE = request(0, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'raw', version: '1' },
});
const double = (id: unknown, n: unknown): string =>
  request(id, 'tools/call', { name: 'double', arguments: { n } });

it('answers invalid messages, and goes on', SLOW, async () => {
  const service = start();
  service.write(INITIALIZE);
  expect((await next(service)).result).toHaveProperty('protocolVersion', '2025-06-18');
  const huge = 'x'.repeat(10 * 1024 * 1024);
  const lines: readonly (readonly [string, unknown, number])[] = [
    ['not json', null, -32_700],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/call",', null, -32_700],
    ['[]', null, -32_600],
    ['{"jsonrpc":"1.0","id":2,"method":"ping"}', 2, -32_600],
    [double(3, huge), 3, -32_600],
    [
      `{"method":"tools/call","params":{"name":"double","arguments":{"n":"${huge}"}},"jsonrpc":"2.0","id":"e"}`,
      'e',
      -32_600,
    ],
    [huge + huge, null, -32_600],
    [
      '{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"double","arguments":{"n":1,"__proto__":{}}}}',
      4,
      -32_602,
    ],
    [
      '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"double","arguments":{"n":[{"__proto__":1}]}}}',
      5,
      -32_602,
    ],
  ];
  for (const [line, id, code] of lines) {
    service.write(line);
    expect(await next(service)).toMatchObject({ jsonrpc: '2.0', id, error: { code } });
  }
  // Two servers that answered these would answer each other forever.
  service.write('{"jsonrpc":"1.0","id":6,"error":{}}');
  service.write('\n  \n');
  service.write(double(7, 21));
  expect(await next(service)).toMatchObject({ id: 7, result: { structuredContent: { twice: 42 } } });
  expect(service.said()).toContain('btcp serve: The message has more than 10 MB.\n');
  service.child.stdin.end();
  expect(await once(service.child, 'exit')).toEqual([0, null]);
});

it('answers a last line without its end', SLOW, async () => {
  const service = start();
  service.child.stdin.end(`${INITIALIZE}\n${double(1, 21)}`);
  await next(service);
  expect(await next(service)).toMatchObject({ id: 1, result: { structuredContent: { twice: 42 } } });
});

full('refuses a message over 10 MB of the official client at once, and takes one below', SLOW, async () => {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransport({ ...btcpCommand('serve'), cwd: project(), stderr: 'ignore' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  const call = (n: unknown) => client.callTool({ name: 'double', arguments: { n } });
  await expect(call('x'.repeat(10 * 1024 * 1024))).rejects.toMatchObject({ code: -32_600 });
  const { isError, content } = await call('x'.repeat(9 * 1024 * 1024));
  expect([isError, JSON.stringify(content).length < 500]).toEqual([true, true]);
  expect(await call(2)).toHaveProperty('structuredContent', { twice: 4 });
  const hidden = JSON.parse('{"n":1,"__proto__":{"n":2}}') as Record<string, unknown>;
  await expect(client.callTool({ name: 'double', arguments: hidden })).rejects.toMatchObject({
    code: -32_602,
  });
});

full('ends quietly when nobody reads its output any more', SLOW, async () => {
  const service = start();
  service.write(INITIALIZE);
  await next(service);
  service.write(request(9, 'tools/call', { name: 'wait', arguments: {} }));
  service.write(double(8, 1));
  await next(service);
  service.child.stdout.destroy();
  // Only a write reveals that the reader is gone.
  service.write(request(1, 'tools/list', {}));
  service.write(request(2, 'tools/list', {}));
  expect(await once(service.child, 'exit')).toEqual([0, null]);
  expect(service.said()).not.toMatch(/a tool|\n\s+at /);
  expect(service.said()).toContain('aborted: CALL_CANCELLED');
});

it('writes every progress before the result', SLOW, async () => {
  const service = start();
  service.write(INITIALIZE);
  await next(service);
  service.write(request(1, 'tools/call', { name: 'count', _meta: { progressToken: 'p' } }));
  const seen = [await next(service), await next(service), await next(service), await next(service)];
  expect(seen.map(({ id, params }) => params?.progress ?? id)).toEqual([1, 2, 3, 1]);
});

const STEPS: Manifest = {
  btcp: '1.0',
  name: 'step-tools',
  version: '1.0.0',
  tools: [
    { name: 'step', description: 'Takes three steps.', inputSchema: { type: 'object' }, capabilities: [] },
  ],
  capabilities: [],
};

/** Serves a tool whose last progress comes right before its result, or its error. */
async function serveSteps(fails: boolean): Promise<{ stdin: PassThrough; stdout: PassThrough }> {
  const host = new BTCPClient({ compile: compileSchema });
  const step = (_input: object, { progress }: ToolContext): string => {
    for (const n of [1, 2, 3]) progress?.({ progress: n });
    if (fails) throw new Error('no');
    return 'done';
  };
  await host.registerManifest({ manifest: STEPS, implementations: { step } });
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const service = serveMcp(host, { manifest: STEPS, stdin, stdout });
  onTestFinished(() => service.close());
  return { stdin, stdout };
}

/** Milliseconds between two reads: what was written between them is read together. */
const READ_EVERY = 10;

/** The official clients' transport, over streams of this process, which passes on all messages of one read together. */
class StreamTransport extends StdioClientTransport {
  readonly #stdin: PassThrough;
  readonly #stdout: PassThrough;

  constructor({ stdin, stdout }: { stdin: PassThrough; stdout: PassThrough }) {
    super({ command: 'none' });
    this.#stdin = stdin;
    this.#stdout = stdout;
  }

  override async start(): Promise<void> {
    let unread = '';
    const read = (): void => {
      for (const line of unread.trimEnd().split('\n')) this.onmessage?.(JSON.parse(line) as never);
      unread = '';
    };
    this.#stdout.on('data', (chunk: Buffer) => {
      if (unread === '') setTimeout(read, READ_EVERY);
      unread += chunk.toString();
    });
  }

  override async send(message: object): Promise<void> {
    this.#stdin.write(`${JSON.stringify(message)}\n`);
  }

  override async close(): Promise<void> {
    this.onclose?.();
  }
}

it.each<[string, boolean]>([
  ['a result', false],
  ['an error', true],
])('lets the official clients hear the last progress before %s', async (_, fails) => {
  const info = { name: 'test', version: '1.0.0' };
  const heard: number[][] = [];
  const hear = (): ((update: { progress: number }) => void) => {
    const list: number[] = [];
    heard.push(list);
    return ({ progress }) => void list.push(progress);
  };
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    const client = new Client(info, { versionNegotiation: { mode } });
    await client.connect(new StreamTransport(await serveSteps(fails)));
    await client.callTool({ name: 'step' }, { onprogress: hear() });
  }
  const first = new ClientV1(info);
  await first.connect(new StreamTransport(await serveSteps(fails)));
  await first.callTool({ name: 'step' }, undefined, { onprogress: hear() });
  // The second waits while the first is sent, until the third takes its place.
  expect(heard).toEqual([
    [1, 3],
    [1, 3],
    [1, 3],
  ]);
});
