import { createMcpFetch, type McpFetchOptions } from '@btcp/adapters/mcp-http';
import { searchHost } from '@btcp/adapters/mcp-server';
import { BTCPClient } from '@btcp/client';
import type { Implementation, Manifest } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { AuthInfo } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listen } from './listen.ts';

const tool = (name: string, ...capabilities: readonly string[]): Manifest['tools'][number] => ({
  name,
  description: `Serves the tests of callers as ${name}.`,
  inputSchema: { type: 'object', properties: { steps: { type: 'integer' } }, additionalProperties: false },
  capabilities: [...capabilities],
});

const manifestOf = (name: string, ...tools: Manifest['tools']): Manifest => ({
  btcp: '1.0',
  name,
  version: '1.0.0',
  tools,
  capabilities: [...new Set(tools.flatMap(({ capabilities }) => capabilities))].sort(),
});

const MANIFEST = manifestOf(
  'page-tools',
  tool('readPage', 'dom:read'),
  tool('renamePage', 'dom:write'),
  tool('tellCaller'),
  tool('work'),
);

const IMPLEMENTATIONS: Readonly<Record<string, Implementation>> = {
  readPage: () => 'read',
  renamePage: () => 'renamed',
  tellCaller: (_input, { auth, trace }) => ({ auth: auth ?? null, trace: trace ?? null }),
  async work(input, { progress, auth }) {
    const { steps = 3 } = input as { readonly steps?: number };
    for (let step = 1; step <= steps; step++) {
      progress?.({ progress: step, message: `for ${auth?.clientId}` });
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return auth?.clientId ?? 'nobody';
  },
};

const SCOPES: Readonly<Record<string, readonly string[]>> = { reader: ['dom:read'], writer: ['dom:write'] };

/** A token names its caller: `reader` or `writer`. */
function auth(request: Request): AuthInfo | Response {
  const token = request.headers.get('authorization')?.replace('Bearer ', '');
  const scopes = SCOPES[token ?? ''];
  if (token === undefined || !scopes)
    return new Response(null, { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="tools"' } });
  return { token, clientId: token, scopes: [...scopes], extra: { tenant: `${token}s` } };
}

async function makeHost(): Promise<BTCPClient> {
  const host = new BTCPClient({ compile: compileSchema, limits: { concurrent: 50 } });
  await host.registerManifest({ manifest: MANIFEST, implementations: IMPLEMENTATIONS });
  await host.grantCapabilities(['dom:write']);
  return host;
}

interface Served {
  readonly url: URL;
  readonly host: BTCPClient;
  /** The number of streams that sessions have opened. */
  readonly streams: () => number;
}

async function serve(options: McpFetchOptions = {}): Promise<Served> {
  const host = await makeHost();
  const mcp = createMcpFetch(host, {
    manifest: MANIFEST,
    auth,
    grantsFor: ({ scopes }) => scopes,
    sessions: true,
    ...options,
  });
  onTestFinished(() => mcp.close());
  let streams = 0;
  const url = await listen(async (request) => {
    const response = await mcp(request);
    if (request.method === 'GET' && response.ok) streams++;
    return response;
  });
  return { url, host, streams: () => streams };
}

type Mode = 'legacy' | 'auto';

async function connect(url: URL, token: string, mode: Mode): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

const namesOf = async (client: Client): Promise<readonly string[]> =>
  (await client.listTools()).tools.map(({ name }) => name);

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1.0.0' },
  },
};
const CALL = { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'work', arguments: {} } };

/** Sends a message as a client before 2026-07-28 does. */
function send(
  url: URL,
  token: string | undefined,
  message: unknown,
  init: Pick<RequestInit, 'method' | 'signal'> & { readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    ...init,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...init.headers,
    },
    ...(message !== undefined && { body: typeof message === 'string' ? message : JSON.stringify(message) }),
  });
}

async function beginSession(url: URL, token: string): Promise<string> {
  const response = await send(url, token, INITIALIZE);
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

describe.each(['auto', 'legacy'] as const)('two callers on one server (%s)', (mode) => {
  it('see and call only what they were granted, at the same time', async () => {
    const { url } = await serve();
    const [reader, writer] = await Promise.all([connect(url, 'reader', mode), connect(url, 'writer', mode)]);
    for (let round = 0; round < 5; round++)
      expect(await Promise.all([namesOf(reader), namesOf(writer)])).toEqual([
        ['readPage', 'tellCaller', 'work'],
        ['readPage', 'renamePage', 'tellCaller', 'work'],
      ]);
    const [hidden, absent, allowed] = await Promise.allSettled([
      reader.callTool({ name: 'renamePage' }),
      reader.callTool({ name: 'noSuchTool' }),
      writer.callTool({ name: 'renamePage' }),
    ]);
    expect(hidden).toMatchObject({
      reason: { code: -32602, message: expect.stringContaining('Unknown tool: renamePage') },
    });
    expect(absent).toMatchObject({
      reason: { code: -32602, message: expect.stringContaining('Unknown tool: noSuchTool') },
    });
    expect(allowed).toMatchObject({ value: { content: [{ text: 'renamed' }] } });
  });

  it('get their own progress and results, and tools know who calls', async () => {
    const { url } = await serve();
    const callers = ['reader', 'writer'];
    const heard = await Promise.all(
      callers.map(async (token) => {
        const client = await connect(url, token, mode);
        const messages: (string | undefined)[] = [];
        const { content } = await client.callTool(
          { name: 'work' },
          { onprogress: ({ message }) => void messages.push(message) },
        );
        return { messages: [...new Set(messages)], content };
      }),
    );
    expect(heard).toEqual([
      { messages: ['for reader'], content: [{ type: 'text', text: 'reader' }] },
      { messages: ['for writer'], content: [{ type: 'text', text: 'writer' }] },
    ]);
  });

  it('hear of changes of the tools that they see, and of no others', async () => {
    const { url, host, streams } = await serve();
    const changes = { reader: 0, writer: 0 };
    for (const token of ['reader', 'writer'] as const) {
      const client = await connect(url, token, mode);
      client.setNotificationHandler('notifications/tools/list_changed', () => void changes[token]++);
      if (mode === 'auto') await client.listen({ toolsListChanged: true });
    }
    const implementations = { clearPage: () => 'cleared', countWords: () => 3 };
    // The stream of a session opens after it has begun.
    await expect.poll(() => mode !== 'legacy' || streams() === 2).toBe(true);
    const secret = manifestOf('more-tools', tool('clearPage', 'dom:write'));
    await host.registerManifest({ manifest: secret, implementations });
    await expect.poll(() => changes).toEqual({ reader: 0, writer: 1 });
    await host.registerManifest({
      manifest: manifestOf('open-tools', tool('countWords', 'dom:read')),
      implementations,
    });
    await expect.poll(() => changes).toEqual({ reader: 1, writer: 2 });
    await host.unregisterManifest('more-tools');
    await expect.poll(() => changes).toEqual({ reader: 1, writer: 3 });
  });
});

describe('a search', () => {
  const limited = { auth, grantsFor: ({ scopes }: AuthInfo) => scopes };

  it('finds and calls only what its caller was granted', async () => {
    const mcp = createMcpFetch(searchHost(await makeHost()), { manifest: MANIFEST, ...limited });
    onTestFinished(() => mcp.close());
    const url = await listen(mcp);
    const [reader, writer] = await Promise.all([
      connect(url, 'reader', 'auto'),
      connect(url, 'writer', 'auto'),
    ]);
    const call = async (client: Client, name: string): Promise<unknown> => {
      const { content } = await client.callTool({ name: 'call_tool', arguments: { name } });
      return content;
    };
    const find = { name: 'search_tools', arguments: { query: 'renamePage' } };
    expect((await reader.callTool(find)).structuredContent).toMatchObject({ total: 3 });
    expect((await writer.callTool(find)).structuredContent).toMatchObject({ total: 4 });
    expect(await call(reader, 'renamePage')).toMatchObject([
      { text: expect.stringContaining('TOOL_NOT_FOUND') },
    ]);
    expect(await call(writer, 'renamePage')).toEqual([{ type: 'text', text: 'renamed' }]);
  });

  it('is refused where it is hidden behind another host', async () => {
    const errors: string[] = [];
    const { listTools, callTool, on } = searchHost(await makeHost());
    const hidden = { listTools, callTool, on };
    const onError = ({ message }: Error): unknown => errors.push(message);
    const url = await listen(createMcpFetch(hidden, { manifest: MANIFEST, ...limited, onError }));
    expect((await send(url, 'reader', INITIALIZE)).status).toBe(500);
    expect(errors).toEqual([
      'Behind another host, `call_tool` would reach tools that its caller is not granted.',
    ]);
  });
});

it('refuses who says not who they are', async () => {
  const { url } = await serve();
  const response = await send(url, undefined, INITIALIZE);
  expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="tools"']);
  // Plain JavaScript may return anything.
  for (const nobody of [undefined, null, false, '']) {
    const { url: other } = await serve({ auth: () => nobody as never });
    const refused = await send(other, 'reader', INITIALIZE);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  }
});

it('grants nothing where nothing says what, and serves nobody whom nothing names', async () => {
  for (const nothing of [undefined, null]) {
    const { url } = await serve({ grantsFor: () => nothing as never });
    expect(await namesOf(await connect(url, 'writer', 'legacy'))).toEqual(['tellCaller', 'work']);
    const { url: other } = await serve({ callerOf: () => nothing as never });
    expect((await send(other, 'writer', INITIALIZE)).status).toBe(500);
  }
});

it('does not say why its own code failed', async () => {
  const errors: string[] = [];
  const { url } = await serve({
    grantsFor: () => {
      throw new Error('The database of tenants is at 10.0.0.1.');
    },
    onError: ({ message }) => errors.push(message),
  });
  const response = await send(url, 'reader', INITIALIZE);
  expect([response.status, await response.json()]).toEqual([
    500,
    { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'Internal server error' } },
  ]);
  expect(errors).toEqual(['The database of tenants is at 10.0.0.1.']);
});

describe('a session', () => {
  it('is not found by another caller, who can neither use nor end it', async () => {
    const { url } = await serve();
    const id = await beginSession(url, 'writer');
    const headers = { 'mcp-session-id': id };
    const statuses = async (token: string): Promise<readonly number[]> => {
      const call = await send(url, token, CALL, { headers });
      await call.text();
      const stream = await send(url, token, undefined, { method: 'GET', headers });
      await stream.body?.cancel();
      return [call.status, stream.status];
    };
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(await statuses('reader')).toEqual([404, 404]);
    expect((await send(url, 'reader', undefined, { method: 'DELETE', headers })).status).toBe(404);
    expect(await statuses('writer')).toEqual([200, 200]);
    expect((await send(url, 'writer', undefined, { method: 'DELETE', headers })).status).toBe(200);
    expect(await statuses('writer')).toEqual([404, 404]);
  });

  it('ends when its caller is granted something else', async () => {
    let grants = ['dom:write'];
    const { url } = await serve({ grantsFor: () => grants });
    const headers = { 'mcp-session-id': await beginSession(url, 'writer') };
    expect((await send(url, 'writer', CALL, { headers })).status).toBe(200);
    grants = ['dom:read'];
    expect((await send(url, 'writer', CALL, { headers })).status).toBe(404);
    grants = ['dom:write'];
    expect((await send(url, 'writer', CALL, { headers })).status).toBe(404);
  });

  it('goes on where a connection broke', async () => {
    const { url } = await serve();
    const headers = {
      'mcp-session-id': await beginSession(url, 'writer'),
      'mcp-protocol-version': '2025-11-25',
    };
    const lost = new AbortController();
    const response = await send(url, 'writer', CALL, { headers, signal: lost.signal });
    let opened = '';
    for await (const chunk of response.body ?? []) {
      opened += new TextDecoder().decode(chunk);
      if (opened.includes('id: ')) break;
    }
    lost.abort();
    const [, lastId = ''] = /^id: (\d+)$/m.exec(opened) ?? [];
    const resume = async (token: string): Promise<Response> =>
      send(url, token, undefined, { method: 'GET', headers: { ...headers, 'last-event-id': lastId } });
    expect((await resume('reader')).status).toBe(404);
    // The server notices a moment later that the connection broke.
    await expect.poll(async () => (await resume('writer')).text()).toContain('"text":"writer"');
  });

  it('is one of a hundred of its caller; the oldest ends for another', async () => {
    const { url } = await serve({ limits: { perMinute: 1000 } });
    const first = await beginSession(url, 'writer');
    const other = await beginSession(url, 'reader');
    for (let count = 0; count < 100; count++) await beginSession(url, 'writer');
    const statusOf = async (token: string, id: string): Promise<number> =>
      (await send(url, token, CALL, { headers: { 'mcp-session-id': id } })).status;
    expect([await statusOf('writer', first), await statusOf('reader', other)]).toEqual([404, 200]);
  });
});

describe('limits', () => {
  const answer = async (response: Response): Promise<unknown> => [
    response.status,
    response.headers.get('retry-after'),
    ((await response.json()) as { readonly error: unknown }).error,
  ];

  it('count calls of a session whose connection was given up', async () => {
    const { url } = await serve({ limits: { concurrent: 2 } });
    const headers = { 'mcp-session-id': await beginSession(url, 'reader') };
    let last = 10;
    const call = (steps: number, signal?: AbortSignal): Promise<Response> => {
      const message = { ...CALL, id: last++, params: { name: 'work', arguments: { steps } } };
      return send(url, 'reader', message, { headers, ...(signal && { signal }) });
    };
    for (const steps of [100, 101]) {
      const gone = new AbortController();
      const { body } = await call(steps, gone.signal);
      await body?.getReader().read();
      gone.abort();
    }
    // The server notices a moment later that the connections broke.
    await expect.poll(async () => (await call(1)).text()).toContain('TOO_MANY_CALLS');
    expect((await send(url, 'writer', CALL)).status).toBe(200);
    await expect.poll(async () => (await call(1)).text(), { timeout: 10_000 }).toContain('"text":"reader"');
  });

  it('of messages a minute are each caller’s own, and a batch has its messages', async () => {
    const { url } = await serve({ limits: { perMinute: 5 }, sessions: false });
    const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };
    expect((await send(url, 'reader', [ping, ping, ping, ping])).status).toBe(200);
    const refused = await send(url, 'reader', [ping, ping]);
    expect(await answer(refused)).toEqual([
      429,
      '60',
      {
        code: -32000,
        message: 'Too many requests: This server takes 5 messages a minute. Try again in 60 s.',
      },
    ]);
    expect((await send(url, 'reader', ping)).status).toBe(200);
    expect((await send(url, 'reader', ping)).status).toBe(429);
    expect((await send(url, 'writer', ping)).status).toBe(200);
    for (let count = 0; count < 4; count++) expect((await send(url, 'writer', [])).status).toBe(400);
    expect((await send(url, 'writer', [])).status).toBe(429);
  });

  it('hold callers back, or are refused', async () => {
    const host = await makeHost();
    const refusal = (options: object): unknown => {
      try {
        createMcpFetch(host, { manifest: MANIFEST, ...options });
        return 'taken';
      } catch (error) {
        return String(error);
      }
    };
    const number = 'must be a number, at least 0; got';
    expect(
      [
        { limits: { perMinute: undefined, streams: 0 } },
        { limits: { perMinute: Number('many') } },
        { limits: { concurrent: '20' } },
        { limits: { perHour: 20 } },
        { maxBody: NaN },
      ].map(refusal),
    ).toEqual([
      'taken',
      `BTCPError: \`limits.perMinute\` ${number} NaN.`,
      `BTCPError: \`limits.concurrent\` ${number} 20.`,
      'BTCPError: There is no limit "perHour": there are perMinute, concurrent, streams.',
      `BTCPError: \`maxBody\` ${number} NaN.`,
    ]);
  });

  it('are not spent by pages of other sites, whose images and frames have no origin', async () => {
    const { url } = await serve({ limits: { perMinute: 1 } });
    const embedded = {
      method: 'GET',
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    };
    expect(await answer(await send(url, 'reader', undefined, embedded))).toEqual([
      403,
      null,
      { code: -32000, message: 'A page of another site needs an Origin.' },
    ]);
    expect((await send(url, 'reader', { jsonrpc: '2.0', id: 7, method: 'ping' })).status).toBe(200);
  });

  it('of messages at once count until the answer has ended, or nobody waits for it', async () => {
    const { url } = await serve({ limits: { concurrent: 1 }, sessions: false });
    const long = { ...CALL, params: { name: 'work', arguments: { steps: 500 } } };
    const gone = new AbortController();
    const running = await send(url, 'reader', long, { signal: gone.signal });
    expect(await answer(await send(url, 'reader', CALL))).toEqual([
      429,
      '1',
      { code: -32000, message: 'Too many requests: This server takes 1 messages at once. Try again in 1 s.' },
    ]);
    expect((await send(url, 'writer', CALL)).status).toBe(200);
    gone.abort();
    await running.text().catch(() => undefined);
    await expect.poll(async () => (await send(url, 'reader', CALL)).status).toBe(200);
  });

  it('of ids: a request in a session is refused while another one of its id runs', async () => {
    const { url } = await serve();
    const headers = { 'mcp-session-id': await beginSession(url, 'reader') };
    const gone = new AbortController();
    const long = { ...CALL, params: { name: 'work', arguments: { steps: 500 } } };
    const running = await send(url, 'reader', long, { headers, signal: gone.signal });
    const again = await send(url, 'reader', CALL, { headers });
    expect(await answer(again)).toEqual([
      400,
      null,
      {
        code: -32600,
        message: 'A request with the id 2 is being answered: each needs an id of its own.',
      },
    ]);
    expect((await send(url, 'reader', { ...CALL, id: 8 }, { headers })).status).toBe(200);
    gone.abort();
    await running.text().catch(() => undefined);
  });

  it('of streams', async () => {
    const { url } = await serve({ limits: { streams: 1 } });
    const open = async (token: string): Promise<number> => {
      const headers = { 'mcp-session-id': await beginSession(url, token) };
      return (await send(url, token, undefined, { method: 'GET', headers })).status;
    };
    expect([await open('reader'), await open('reader'), await open('writer')]).toEqual([200, 429, 200]);
  });
});

it.each(['auto', 'legacy'] as const)(
  'hands the trace to tools and events, and no token (%s)',
  async (mode) => {
    const { url, host } = await serve();
    const events: unknown[] = [];
    host.on('callStarted', ({ context }) => events.push(context));
    host.on('callSucceeded', ({ context }) => events.push(context));
    const client = await connect(url, 'reader', mode);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const call = async (meta: Record<string, unknown>): Promise<unknown> => {
      const { content } = await client.callTool({ name: 'tellCaller', _meta: meta });
      return JSON.parse((content[0] as { readonly text: string }).text) as unknown;
    };
    const auth = { clientId: 'reader', scopes: ['dom:read'], extra: { tenant: 'readers' } };
    const trace = { traceparent, tracestate: 'a=1', baggage: 'user=2' };
    expect(await call(trace)).toEqual({ auth, trace });
    expect(events).toEqual([
      { auth, trace },
      { auth, trace },
    ]);
    // None that no W3C parser would take.
    for (const wrong of [
      traceparent.replace('00-', 'ff-'),
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      'x',
      7,
    ])
      expect(await call({ traceparent: wrong })).toEqual({ auth, trace: null });
    expect(await call({ traceparent, tracestate: 'a'.repeat(513) })).toEqual({
      auth,
      trace: { traceparent },
    });
  },
);

describe('the list of tools', () => {
  it('may be kept as long as the option says, by clients of 2026-07-28', async () => {
    const { url } = await serve({ cache: { ttlMs: 60_000 } });
    expect(await (await connect(url, 'reader', 'auto')).listTools()).toMatchObject({
      ttlMs: 60_000,
      cacheScope: 'private',
    });
    const open = await listen(
      createMcpFetch(await makeHost(), { manifest: MANIFEST, cache: { ttlMs: 5, cacheScope: 'public' } }),
    );
    expect(await (await connect(open, 'reader', 'auto')).listTools()).toMatchObject({
      ttlMs: 5,
      cacheScope: 'public',
    });
  });

  it('of one caller is not for shared caches', async () => {
    const host = await makeHost();
    const make = (options: McpFetchOptions): unknown =>
      createMcpFetch(host, { manifest: MANIFEST, ...options });
    expect(() => make({ auth, grantsFor: () => [], cache: { cacheScope: 'public' } })).toThrow(
      'With `grantsFor`, callers have lists of their own, which shared caches must not keep.',
    );
    expect(() => make({ grantsFor: () => [] })).toThrow('`grantsFor` needs to know who calls.');
  });
});

describe('refuses', () => {
  it('options that there are not: a misspelt `auth` would let anybody call', async () => {
    const host = await makeHost();
    expect(() => createMcpFetch(host, { auht: auth } as never)).toThrow(
      'There is no option "auht": there are hosts, origins, auth, grantsFor, ',
    );
    expect(() => createMcpFetch(host, { hosts: 'app.example' } as never)).toThrow(
      "`hosts` is a list of names, or 'any'.",
    );
  });

  it('callers by the `auth` of a class, whose methods are not its own', async () => {
    class Options {
      readonly manifest = MANIFEST;
      auth(): Response {
        return new Response(null, { status: 401 });
      }
    }
    const mcp = createMcpFetch(await makeHost(), new Options());
    const request = new Request('http://localhost/mcp', { method: 'POST', body: '{}' });
    expect((await mcp(request)).status).toBe(401);
  });

  const BAD_ID =
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"work","arguments":{"steps":12345678901234567890}}}';

  it.each([
    ['a page that is reached by another name', {}, 'https://evil.example/mcp', INITIALIZE, 403, -32000],
    ['a page of another site', { origin: 'https://evil.example' }, undefined, INITIALIZE, 403, -32000],
    ['a page without an address', { origin: 'null' }, undefined, INITIALIZE, 403, -32000],
    ['what is too long', {}, undefined, { ...INITIALIZE, more: 'x'.repeat(2000) }, 413, -32000],
    ['what is no JSON', {}, undefined, '{"jsonrpc"', 400, -32700],
    ['a number that JavaScript rounds', {}, undefined, BAD_ID, 400, -32602],
    ['a form', { 'content-type': 'text/plain' }, undefined, INITIALIZE, 415, -32000],
  ] as const)('%s', async (_, headers, given, message, status, code) => {
    const url = given ?? 'http://localhost:3939/mcp';
    const mcp = createMcpFetch(await makeHost(), { manifest: MANIFEST, maxBody: 1000 });
    const response = await mcp(
      new Request(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: typeof message === 'string' ? message : JSON.stringify(message),
      }),
    );
    expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
    await mcp.close();
  });

  it('nobody by a name that was allowed, and everybody after its end', async () => {
    const mcp = createMcpFetch(await makeHost(), {
      manifest: MANIFEST,
      hosts: ['tools.example'],
      origins: ['app.example'],
    });
    const statusOf = async (url: string, origin: string): Promise<number> =>
      (
        await mcp(
          new Request(url, {
            method: 'POST',
            headers: {
              'content-type': 'application/json',
              accept: 'application/json, text/event-stream',
              origin,
            },
            body: JSON.stringify(INITIALIZE),
          }),
        )
      ).status;
    expect(await statusOf('https://tools.example/mcp', 'https://app.example')).toBe(200);
    expect(await statusOf('https://tools.example/mcp', 'https://tools.example')).toBe(403);
    expect(await statusOf('http://localhost/mcp', 'https://app.example')).toBe(403);
    await mcp.close();
    expect(await statusOf('https://tools.example/mcp', 'https://app.example')).toBe(503);
  });
});
