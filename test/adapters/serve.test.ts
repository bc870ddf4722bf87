import { Client, type CallToolResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioClientTransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { newest } from '../support/runs.ts';
import { btcpCommand, runBtcp, useBuiltProject } from './serve-project.ts';

const project = useBuiltProject();

/** The methods of both clients that are used here. */
interface AnyClient {
  listTools(): Promise<{ tools: { name: string; [field: string]: unknown }[] }>;
  callTool(
    call: { name: string; arguments?: Record<string, unknown> },
    options?: { signal?: AbortSignal; onprogress?: (update: unknown) => void },
  ): Promise<CallToolResult>;
  getServerVersion(): unknown;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

interface Connection {
  readonly client: AnyClient;
  /** The server's standard error so far. */
  readonly said: () => string;
}

/** Starts `btcp serve` in a project and connects a client to it. */
type Connect = (cwd: string, ...args: readonly string[]) => Promise<Connection>;

const connectV2 =
  (mode: 'legacy' | { pin: string }): Connect =>
  async (cwd, ...args) => {
    const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
    const transport = new StdioClientTransport({ ...btcpCommand('serve', ...args), cwd, stderr: 'pipe' });
    const said = listen(transport.stderr);
    await client.connect(transport);
    return { client, said };
  };

const connectV1: Connect = async (cwd, ...args) => {
  const client = new ClientV1({ name: 'test', version: '1.0.0' });
  const transport = new StdioClientTransportV1({ ...btcpCommand('serve', ...args), cwd, stderr: 'pipe' });
  const said = listen(transport.stderr);
  await client.connect(transport);
  return {
    client: {
      ...bound(client),
      callTool: (call, { onprogress, ...options } = {}) =>
        client.callTool(call, undefined, {
          ...options,
          ...(onprogress && { onprogress }),
        }) as Promise<CallToolResult>,
    },
    said,
  };
};

function bound(client: ClientV1): Omit<AnyClient, 'callTool'> {
  return {
    listTools: () => client.listTools(),
    getServerVersion: () => client.getServerVersion(),
    getInstructions: () => client.getInstructions(),
    close: () => client.close(),
  };
}

function listen(
  stream: { on(event: 'data', listener: (chunk: unknown) => void): unknown } | null,
): () => string {
  let text = '';
  stream?.on('data', (chunk) => void (text += String(chunk)));
  return () => text;
}

const DOUBLE = {
  name: 'double',
  description: 'Doubles a number that is given.',
  inputSchema: {
    type: 'object',
    properties: { n: { default: 1, type: 'number' } },
    additionalProperties: false,
  },
  outputSchema: { type: 'object', required: ['twice'], properties: { twice: { type: 'number' } } },
  annotations: { readOnlyHint: true, openWorldHint: false },
  _meta: { 'dev.btcp/capabilities': [], 'dev.btcp/timeout': 5000, 'dev.btcp/tags': ['math'] },
};
const letters = (outputSchema: object): object => ({
  name: 'letters',
  description: '[DEPRECATED: Use double instead.] Lists the letters up to one.',
  inputSchema: DOUBLE.inputSchema,
  outputSchema,
  _meta: {
    'dev.btcp/capabilities': ['dom:read', 'network:fetch:same-origin'],
    'dev.btcp/deprecated': true,
    'dev.btcp/deprecationMessage': 'Use double instead.',
  },
});
const LIST = { type: 'array', items: { type: 'string' } };
const WRAPPED = { type: 'object', properties: { result: LIST }, required: ['result'] };
const text = (value: string): object[] => [{ type: 'text', text: value }];

/** The official clients, and the revisions of the protocol that they speak. */
const CLIENTS: readonly { name: string; connect: Connect; wraps: boolean }[] = [
  { name: 'client 1.32, 2025-11-25', connect: connectV1, wraps: true },
  { name: 'client 2.4, 2025-11-25', connect: connectV2('legacy'), wraps: true },
  { name: 'client 2.4, 2026-07-28', connect: connectV2({ pin: '2026-07-28' }), wraps: false },
];

describe.each(newest(CLIENTS))('btcp serve, for $name', ({ connect, wraps }) => {
  let connection: Connection | undefined;
  const connected = (): Connection => {
    if (!connection) throw new Error('The client is connected only while the tests run.');
    return connection;
  };
  beforeAll(async () => {
    connection = await connect(project(), '--grant', 'dom:read', '--grant', 'network:fetch:same-origin');
  });
  afterAll(() => connection?.client.close());

  it('lists, calls, and fails as a result', async () => {
    const { client, said } = connected();
    const call = async (name: string, input?: Record<string, unknown>): Promise<unknown> => {
      const { content, structuredContent, isError, _meta } = await client.callTool({
        name,
        ...(input && { arguments: input }),
      });
      const error = _meta?.['dev.btcp/error'];
      return {
        content,
        ...(structuredContent !== undefined && { structuredContent }),
        ...(isError === true && { isError, error }),
      };
    };

    const { tools } = await client.listTools();
    const names = ['count', 'double', 'fail', 'leave', 'letters', 'lie', 'print', 'quit', 'say', 'wait'];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools[1]).toEqual(DOUBLE);
    expect(tools[4]).toEqual(letters(wraps ? WRAPPED : LIST));
    expect(client.getServerVersion()).toMatchObject({
      name: 'sheet-tools',
      version: '1.2.3',
      websiteUrl: 'https://sheets.example',
    });
    expect(client.getInstructions()).toBe('Tools for a sheet.');

    expect(await call('double', { n: 21 })).toEqual({
      content: text('{"twice":42}'),
      structuredContent: { twice: 42 },
    });
    expect(await call('double')).toEqual({ content: text('{"twice":2}'), structuredContent: { twice: 2 } });
    expect(await call('letters', { n: 2 })).toEqual({
      content: text('["a","b"]'),
      structuredContent: wraps ? { result: ['a', 'b'] } : ['a', 'b'],
    });
    expect(await call('say')).toEqual({
      content: text('Hello there'),
      structuredContent: wraps ? { result: 'Hello there' } : 'Hello there',
    });
    expect(await call('print')).toHaveProperty('content', text('printed'));
    expect(await call('leave')).toHaveProperty('content', text('left'));
    expect(await call('fail')).toEqual({
      content: text('NO_CELL: No cell Z99.\nSuggestion: Use listCells.'),
      isError: true,
      error: { code: 'NO_CELL', suggestion: 'Use listCells.' },
    });
    expect(await call('double', { n: '21', m: 1 })).toEqual({
      content: text(
        'INVALID_INPUT: Invalid input of "double": `n` must be a number; got "21"; `m` is not a known property; known are `n`\n' +
          'Suggestion: Correct the input, then call again.',
      ),
      isError: true,
      error: {
        code: 'INVALID_INPUT',
        suggestion: 'Correct the input, then call again.',
        issues: [
          {
            path: '/n',
            keyword: 'type',
            message: '`n` must be a number; got "21"',
            params: { type: 'number' },
          },
          {
            path: '/m',
            keyword: 'additionalProperties',
            message: '`m` is not a known property; known are `n`',
            params: { additionalProperty: 'm', allowedProperties: ['n'] },
          },
        ],
      },
    });
    expect(await call('lie')).toMatchObject({ isError: true, error: { code: 'INVALID_OUTPUT' } });
    await expect(client.callTool({ name: 'toString' })).rejects.toMatchObject({ code: -32602 });
    // The service has survived all of it, and output of tools did not reach the client.
    expect(await call('double', { n: 4 })).toHaveProperty('structuredContent', { twice: 8 });
    expect(said()).toContain('garbage');
    expect(said()).toContain('a tool failed after its call, or beside it: left behind');
  });

  it('passes on progress, and cancelling', async () => {
    const { client, said } = connected();
    const updates: unknown[] = [];
    await client.callTool({ name: 'count' }, { onprogress: (update) => updates.push(update) });
    expect(updates).toEqual([
      { progress: 1, total: 3, message: 'Step 1' },
      { progress: 2, total: 3, message: 'Step 2' },
      { progress: 3, total: 3, message: 'Step 3' },
    ]);
    const cancel = new AbortController();
    const call = client.callTool({ name: 'wait' }, { signal: cancel.signal });
    const cancelled = call.catch((error: unknown) => String(error));
    await expect.poll(said).toContain('waiting');
    cancel.abort('changed my mind');
    expect(await cancelled).toContain('changed my mind');
    await expect.poll(said).toContain('aborted: CALL_CANCELLED');
  });
});

const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/call', params: { name: 'print', arguments: {} } },
  { id: 3, method: 'tools/call', params: { name: 'letters', arguments: {} } },
];
const lines = (messages: readonly object[]): string =>
  messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('');

describe('btcp serve', () => {
  it('denies by default and says so, answers the last request, and ends with its input', async () => {
    const { code, out, err } = await runBtcp(project(), ['serve'], lines(MESSAGES));
    expect(code).toBe(0);
    const answers = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number; result: CallToolResult });
    expect(answers.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3]);
    expect(answers.find(({ id }) => id === 3)?.result).toMatchObject({
      isError: true,
      content: text(
        'CAPABILITY_DENIED: The tool "letters" needs capabilities that are not granted: dom:read, network:fetch:same-origin.\n' +
          'Suggestion: Ask the user to start this server with --grant dom:read,network:fetch:same-origin, or with --grant-all.',
      ),
    });
    expect(err).toContain(
      'btcp serve: 10 tools of sheet-tools 1.2.3, as MCP on standard input and output.\n',
    );
    expect(err).toContain(
      'btcp serve: not granted: dom:read, network:fetch:same-origin. Calls of letters are refused; ' +
        'start it with --grant dom:read,network:fetch:same-origin, or with --grant-all.\n',
    );
  });

  it('lists two tools that find and call the others, and reads what was sent as strings', async () => {
    const { client, said } = await connectV2('legacy')(project(), '--search', '--coerce');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['call_tool', 'search_tools']);
    const found = await client.callTool({ name: 'search_tools', arguments: { query: 'numbers', limit: 1 } });
    expect(found.structuredContent).toMatchObject({ tools: [{ name: 'double' }], total: 10 });
    const called = await client.callTool({
      name: 'call_tool',
      arguments: { name: 'double', input: { n: '4' } },
    });
    expect(called.content).toEqual(text('{"twice":8}'));
    expect(said()).toContain('btcp serve: double: read /n as a number from a string.\n');
    const denied = await client.callTool({ name: 'call_tool', arguments: { name: 'letters' } });
    expect(denied).toMatchObject({ _meta: { 'dev.btcp/error': { code: 'CAPABILITY_DENIED' } } });
    await client.close();
  });

  it('ends although a call does not', async () => {
    const wait = [
      ...MESSAGES.slice(0, 2),
      { id: 9, method: 'tools/call', params: { name: 'wait', arguments: {} } },
    ];
    const { code, out, err } = await runBtcp(project(), ['serve'], lines(wait));
    expect([code, out.split('\n').length]).toEqual([0, 2]);
    expect(err).toContain('aborted: CALL_CANCELLED');
  });

  it('survives invalid messages, and grants everything when told to', async () => {
    const input = `not json\n[]\n{"jsonrpc":"1.0"}\n\u0000\n${lines(MESSAGES)}`;
    const { code, out, err } = await runBtcp(project(), ['serve', '--grant-all'], input);
    expect(code).toBe(0);
    expect(out).toContain('"protocolVersion":"2025-06-18"');
    expect(out).toContain('"structuredContent":{"result":["a"]}');
    expect(err).not.toContain('not granted');
    expect(err).toContain('btcp serve: This is not an MCP message.\n');
    expect(err).not.toContain('invalid_union');
  });

  it('reports a tool that ends the process', async () => {
    const quit = { id: 9, method: 'tools/call', params: { name: 'quit', arguments: {} } };
    const { code, err } = await runBtcp(project(), ['serve'], lines([...MESSAGES.slice(0, 2), quit]));
    expect(code).toBe(1);
    expect(err).toContain('btcp serve: a tool ended the process, and the service with it.\n');
  });

  it('refuses wrong usage, and asks whether a granted capability is misspelt', async () => {
    const cwd = project();
    expect(await btcp(cwd, 'serve', '--grant', 'dom:raed')).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining(
        'btcp serve: --grant names "dom:raed", which no tool declares; did you mean "dom:read"?\n',
      ) as string,
    });
    expect(await btcp(cwd, 'serve', '--grant', 'dom')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringContaining(
        'btcp: --grant takes capabilities such as dom:read, separated by commas; got "dom".',
      ) as string,
    });
    expect(await btcp(cwd, 'serve', 'double')).toMatchObject({
      code: 2,
      err: expect.stringContaining('btcp: serve takes options only; got "double".') as string,
    });
  });
});
