import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createConnection } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { btcp } from '../support/btcp.ts';
import { full } from '../support/runs.ts';
import { btcpCommand, useBuiltProject } from './serve-project.ts';

const project = useBuiltProject();

interface Serving {
  readonly url: URL;
  readonly child: ChildProcess;
  /** What it wrote to standard error so far. */
  readonly said: () => string;
  /** The exit code, or the signal that ended it. */
  readonly end: Promise<unknown>;
}

/** Starts `btcp serve --http` on a free port, and waits until it listens. */
async function start(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const { command, args: all } = btcpCommand('serve', '--http', '--port', '0', ...args);
  const child = spawn(command, all, { cwd: project(), env: { ...process.env, ...env } });
  let said = '';
  const end = new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ?? code)));
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const [, listening] = /as MCP at (\S+)\.\n/.exec(said) ?? [];
      if (listening !== undefined) resolve(listening);
    });
    void end.then(() => reject(new Error(said)));
  });
  return { url: new URL(url), child, said: () => said, end };
}

/** Starts one that ends with the test. */
async function serve(args: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Serving> {
  const serving = await start(args, env);
  onTestFinished(() => void serving.child.kill('SIGKILL'));
  return serving;
}

async function connect(url: URL, mode: 'auto' | 'legacy', token?: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => client.close().catch(() => undefined));
  return client;
}

/** The status of a request with a `Host` of its own, which `fetch` does not send. */
const statusAs = (url: URL, host: string, method = 'POST'): Promise<number | undefined> =>
  new Promise((resolve) => {
    const headers = { host, 'content-type': 'application/json' };
    request(url, { method, headers }, ({ statusCode }) => resolve(statusCode)).end('{}');
  });

describe('btcp serve --http', () => {
  // One server for all tests that leave it as it is.
  let url: URL;
  let said: () => string;
  let stop: () => Promise<unknown>;
  beforeAll(async () => {
    const options = ['--grant', 'dom:read', '--max-body', '5000', '--allow-host', 'tools.example'];
    options.push('--allow-origin', 'https://chat.example');
    const serving = await start(options);
    ({ url, said } = serving);
    stop = () => {
      serving.child.kill('SIGKILL');
      return serving.end;
    };
  });
  afterAll(() => stop?.());

  it('serves clients of every revision, and says where', async () => {
    expect(said()).toContain(`10 tools of sheet-tools 1.2.3, as MCP at http://127.0.0.1:${url.port}/mcp.\n`);
    for (const mode of ['auto', 'legacy'] as const) {
      const client = await connect(url, mode);
      expect((await client.listTools()).tools).toHaveLength(10);
      expect(await client.callTool({ name: 'double', arguments: { n: 4 } })).toMatchObject({
        structuredContent: { twice: 8 },
      });
      expect(await client.callTool({ name: 'letters', arguments: { n: 1 } })).toMatchObject({
        isError: true,
        content: [
          {
            text: expect.stringContaining(
              'start this server with --grant network:fetch:same-origin',
            ) as string,
          },
        ],
      });
    }
  });

  it('has a page of its health, and bounds what it takes', async () => {
    const health = await fetch(new URL('/healthz', url));
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok' }]);
    expect((await fetch(new URL('/', url))).status).toBe(404);
    const headers = { 'content-type': 'application/json' };
    expect((await fetch(url, { method: 'POST', headers, body: `"${'x'.repeat(5000)}"` })).status).toBe(413);
    expect(
      (
        await fetch(url, {
          method: 'POST',
          headers: { ...headers, origin: 'https://evil.example' },
          body: '{}',
        })
      ).status,
    ).toBe(403);
  });

  it('is reached by no name but its own and those allowed', async () => {
    expect(await statusAs(url, 'evil.example')).toBe(403);
    await expect
      .poll(said)
      .toContain(
        'Refused a request to evil.example from no page: if they are right, name them in the options `hosts` and `origins`, or by --allow-host and --allow-origin of `btcp serve`.',
      );
    for (const host of ['tools.example', 'localhost:1', '127.0.0.1', 'user@localhost'])
      expect(await statusAs(url, host)).toBe(400);
    expect(await statusAs(url, 'localhost', 'TRACE')).toBe(405);
  });

  full(
    'waits no longer than ten seconds for headers, and thirty for a body',
    { timeout: 60_000 },
    async () => {
      const begin = Date.now();
      const answered = async (text: string): Promise<[status: string, seconds: number]> => {
        const socket = createConnection(Number(url.port), '127.0.0.1');
        socket.write(text);
        const [answer] = (await once(socket, 'data')) as [Buffer];
        socket.destroy();
        return [answer.toString().split('\r\n')[0] ?? '', Math.floor((Date.now() - begin) / 5000) * 5];
      };
      const head = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
      expect(await Promise.all([answered(head), answered(`${head}Content-Length: 9\r\n\r\n{`)])).toEqual([
        ['HTTP/1.1 408 Request Timeout', 10],
        ['HTTP/1.1 408 Request Timeout', 30],
      ]);
    },
  );

  it('lets the pages of the allowed origins call, as browsers ask, and names the option to others', async () => {
    const asking = (origin: string): Promise<Response> =>
      fetch(url, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-headers': 'content-type,mcp-protocol-version' },
      });
    const allowed = await asking('https://chat.example');
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      'access-control-allow-origin': 'https://chat.example',
      'access-control-allow-headers': 'content-type,mcp-protocol-version',
      'access-control-allow-methods': 'GET, POST, DELETE',
      vary: 'Origin',
    });
    const body = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const called = await fetch(url, {
      method: 'POST',
      headers: {
        origin: 'https://chat.example',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(body),
    });
    expect(called.status).toBe(200);
    expect(called.headers.get('access-control-allow-origin')).toBe('https://chat.example');
    expect((await asking('null')).status).toBe(403);
    expect((await fetch(url, { method: 'OPTIONS' })).headers.get('access-control-allow-methods')).toBeNull();
    // A page of this machine can send simple requests, but reads no answer.
    for (const origin of ['http://localhost:6274', 'https://chat.example:1']) {
      const refused = await asking(origin);
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
      await expect.poll(said).toContain(`--allow-origin ${origin} lets the pages of that origin.`);
    }
    expect(said()).not.toContain('A page of null');
  });

  it('asks for the token in BTCP_SERVE_TOKEN, before it reads a body, and lets in who has it', async () => {
    const closed = await serve([], { BTCP_SERVE_TOKEN: 'secret' });
    const response = await fetch(closed.url, { method: 'POST', headers: { authorization: 'Bearer secre' } });
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
    const endless = request(closed.url, { method: 'POST', headers: { 'content-type': 'application/json' } });
    endless.write('"');
    const [refused] = (await once(endless, 'response')) as [IncomingMessage];
    expect(refused.statusCode).toBe(401);
    endless.destroy();
    const client = await connect(closed.url, 'auto', 'secret');
    expect((await client.listTools()).tools).toHaveLength(10);
  });

  full('says loudly that anybody may call', async () => {
    // An address of this machine, in a notation that nobody need recognise.
    const open = await serve(['--host', '127.1', '--public'], { BTCP_SERVE_TOKEN: '' });
    await expect
      .poll(open.said)
      .toContain('anybody who reaches 127.1 can call these tools: BTCP_SERVE_TOKEN is not set.');
  });

  it('lets running calls end at a signal, and then ends', async () => {
    const { url: own, child, end, said: saying } = await serve();
    const listening = await connect(own, 'auto');
    await listening.listen({ toolsListChanged: true });
    const [modern, legacy] = await Promise.all([connect(own, 'auto'), connect(own, 'legacy')]);
    const running = new Set<Client>();
    const call = (client: Client): Promise<unknown> =>
      client.callTool(
        { name: 'count' },
        {
          onprogress() {
            // The second signal would end it at once.
            if (running.size < 2 && running.add(client).size === 2) child.kill('SIGTERM');
          },
        },
      );
    expect(await Promise.all([call(modern), call(legacy)])).toMatchObject([
      { structuredContent: 3 },
      { structuredContent: { result: 3 } },
    ]);
    expect(await end).toBe(0);
    expect(saying()).toContain('2 calls may run for ten more seconds; a second signal ends them.');
    await expect(legacy.listTools()).rejects.toMatchObject({ message: 'fetch failed' });
  });

  full('ends at a signal where nobody is connected', async () => {
    const idle = await serve(['--grant-all']);
    const before = idle.said();
    idle.child.kill('SIGINT');
    expect(await idle.end).toBe(0);
    expect(idle.said()).toBe(before);
  });

  full('ends at once at a second signal', async () => {
    const { url: own, child, end, said: saying } = await serve();
    const client = await connect(own, 'auto');
    const result = client.callTool({ name: 'wait' });
    result.catch(() => undefined);
    await expect.poll(saying).toContain('waiting');
    child.kill('SIGTERM');
    await expect
      .poll(async () =>
        fetch(new URL('/healthz', own)).then(
          ({ status }) => status,
          () => 'gone',
        ),
      )
      .toBe('gone');
    child.kill('SIGTERM');
    expect(await end).toBe('SIGTERM');
  });

  it('says what it lacks', async () => {
    const run = async (...args: readonly string[]): Promise<unknown> => {
      const { code, err } = await btcp(project(), 'serve', ...args);
      return [code, err];
    };
    expect(await run('--http', '--port', url.port)).toEqual([
      1,
      `btcp serve: It cannot listen on port ${url.port} of 127.0.0.1: another program uses it.\nhelp: Choose another with --port; --port 0 takes a free one.\n`,
    ]);
    expect(await run('--http', '--host', '0.0.0.0')).toEqual([
      2,
      expect.stringContaining(
        'other machines can reach 0.0.0.0: set the environment variable BTCP_SERVE_TOKEN to a secret that clients send as bearer token, or let anybody call with --public.',
      ),
    ]);
    expect(await run('--port', '80')).toEqual([2, expect.stringContaining('--port goes with --http.')]);
    expect(await run('--http', '--print-config', 'claude')).toEqual([
      2,
      expect.stringContaining('--http cannot be used with --print-config.'),
    ]);
  });
});
