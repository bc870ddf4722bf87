import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type * as mcpHttp from '@btcp/adapters/mcp-http';
import type * as mcpNode from '@modelcontextprotocol/node';
import { InputError } from '../errors.ts';
import { counted } from '../io.ts';
import { loadPeers } from '../system/load-peers.ts';

type Host = Parameters<typeof mcpHttp.createMcpFetch>[0];

/** Where and how `btcp serve --http` listens. */
export interface HttpOptions extends Pick<mcpHttp.McpFetchOptions, 'title' | 'onProblem' | 'onError'> {
  readonly host: string;
  readonly port: number;
  /** Bytes of a request. */
  readonly maxBody: number | undefined;
  /** Further names by which clients reach it. */
  readonly allowHosts: readonly string[];
  /** The origins whose pages may call. */
  readonly allowOrigins: readonly string[];
  /** The bearer token that every request needs. */
  readonly token: string | undefined;
}

interface HttpService {
  readonly url: string;
  /** Resolves when a signal has ended it. */
  readonly closed: Promise<void>;
}

/** Milliseconds that running calls get to end after a signal, and their results to be sent. */
const GRACE = 10_000;
const LAST_BYTES = 200;
/** Milliseconds without a byte read by a client for which bytes wait, after which its connection ends. */
const UNREAD = 60_000;
/** Milliseconds in which a request must arrive, else it is answered with 408: its headers, and all of it. */
const ARRIVAL = { headersTimeout: 10_000, requestTimeout: 30_000, connectionsCheckingInterval: 1000 };

/** Serves MCP at `/mcp` until SIGINT or SIGTERM, which running calls outlive for ten seconds; the second ends it at once. */
export async function serveHttp(
  host: Host,
  manifest: mcpHttp.ServedManifest,
  options: HttpOptions,
  say: (text: string) => void,
): Promise<HttpService> {
  const { createMcpFetch, toNodeHandler } = await loadLibraries();
  const calls = withRunning(host);
  const { host: address, token, allowHosts, allowOrigins, maxBody, port, ...served } = options;
  const hosts = ['localhost', '127.0.0.1', '[::1]', bracketed(address), ...allowHosts];
  const mcp = createMcpFetch(calls.host, {
    manifest,
    ...served,
    hosts,
    origins: [...hosts, ...allowOrigins.map((origin) => new URL(origin).hostname)],
    sessions: true,
    ...(maxBody !== undefined && { maxBody }),
    ...(token !== undefined && { auth: (request: Request) => checkToken(request, token) }),
  });
  const answer = toNodeHandler(
    { fetch: mcp },
    maxBody === undefined ? {} : { maxRequestBodySize: maxBody },
  ) as RequestListener;
  const state = { isEnding: false };
  const pages = forPages(allowOrigins, refusing(mcp, answer), (message) =>
    options.onError?.(new Error(message)),
  );
  const server = createServer(ARRIVAL, (request, response) => {
    // A client that takes nothing of what waits for it, or is gone without a word.
    response.setTimeout(UNREAD, () => void (response.writableNeedDrain && response.destroy()));
    route(pages, state)(request, response);
  });
  await listen(server, address, port);
  // A TCP server has a port.
  const { port: taken } = server.address() as AddressInfo;
  const end = async (): Promise<void> => {
    state.isEnding = true;
    const left = calls.count();
    if (left > 0) say(`${counted(left, 'call')} may run for ten more seconds; a second signal ends them.`);
    const isClosed = new Promise((resolve) => void server.close(resolve));
    await Promise.race([calls.idle(), sleep(GRACE)]);
    await sleep(LAST_BYTES);
    await mcp.close();
    await Promise.race([isClosed, sleep(LAST_BYTES)]);
    server.closeAllConnections();
  };
  return { url: `http://${bracketed(address)}:${taken}/mcp`, closed: signalled().then(end) };
}

/** Whether only programs of this machine can reach an address. */
export const isLoopback = (address: string): boolean => /^(?:localhost|127(?:\.\d+){3}|::1)$/.test(address);

const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address);

// Only this option needs them.
function loadLibraries(): Promise<
  Pick<typeof mcpHttp, 'createMcpFetch'> & Pick<typeof mcpNode, 'toNodeHandler'>
> {
  return loadPeers(
    async () => {
      const { createMcpFetch } = await import('@btcp/adapters/mcp-http');
      const { toNodeHandler } = await import('@modelcontextprotocol/node');
      return { createMcpFetch, toNodeHandler };
    },
    'Serving over HTTP',
    '@modelcontextprotocol/server@2',
    '@modelcontextprotocol/node@2',
  );
}

function route(mcp: RequestListener, state: { readonly isEnding: boolean }): RequestListener {
  return (request, response) => {
    const { method, url = '', headers } = request;
    const [path] = url.split('?');
    const send = (status: number, body: object): void => {
      response.writeHead(status, {
        'Content-Type': 'application/json',
        ...(state.isEnding && { Connection: 'close' }),
      });
      response.end(JSON.stringify(body));
    };
    if (state.isEnding) send(503, { status: 'ending' });
    else if (path === '/healthz') send(200, { status: 'ok' });
    else if (method === 'TRACE') send(405, { error: 'The method TRACE is not answered.' });
    else if (headers.host?.includes('@'))
      send(400, { error: 'The Host header names a user; send the host and port alone.' });
    else if (path === '/mcp') mcp(request, response);
    else send(404, { error: 'MCP is at /mcp, and the state of the server at /healthz.' });
  };
}

/** Lets the pages of some origins read answers: a browser asks for that before it sends JSON. */
function forPages(
  origins: readonly string[],
  mcp: RequestListener,
  report: (message: string) => void,
): RequestListener {
  return (request, response) => {
    const { origin = '', 'access-control-request-headers': asked = '' } = request.headers;
    const isAllowed = origins.includes(origin);
    if (isAllowed) {
      response.setHeader('Access-Control-Allow-Origin', origin);
      response.setHeader('Access-Control-Expose-Headers', 'Mcp-Session-Id, Retry-After, WWW-Authenticate');
    }
    response.setHeader('Vary', 'Origin');
    if (request.method !== 'OPTIONS' || origin === '') {
      mcp(request, response);
      return;
    }
    // A page of a file, or in a sandbox, has the origin `null`, which says nothing of it.
    if (!isAllowed && origin !== 'null')
      report(`A page of ${origin} wants to call: --allow-origin ${origin} lets the pages of that origin.`);
    response.writeHead(isAllowed ? 204 : 403, {
      'Access-Control-Allow-Methods': 'GET, POST, DELETE',
      'Access-Control-Allow-Headers': asked,
      'Access-Control-Max-Age': '600',
    });
    response.end();
  };
}

/** Refuses by the headers alone: the handler first reads the whole body, which nobody unknown should make it hold. */
function refusing({ refusal }: Pick<mcpHttp.McpFetch, 'refusal'>, mcp: RequestListener): RequestListener {
  const handle = async (...[request, response]: Parameters<RequestListener>): Promise<void> => {
    const given = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
    const refused = await refusal(
      new Request('http://localhost/mcp', { headers: Object.fromEntries(given) }),
    );
    if (!refused) return void mcp(request, response);
    response.writeHead(refused.status, { ...Object.fromEntries(refused.headers), Connection: 'close' });
    response.end(await refused.text());
  };
  return (request, response) => void handle(request, response).catch(() => response.destroy());
}

type Checked = ReturnType<NonNullable<mcpHttp.McpFetchOptions['auth']>>;

function checkToken(request: Request, token: string): Checked {
  const [scheme = '', given = ''] = (request.headers.get('authorization') ?? '').split(' ');
  // Digests have the same length, and comparing them tells nothing about where they differ.
  const [a, b] = [given, token].map((each) => createHash('sha256').update(each).digest()) as [Buffer, Buffer];
  if (scheme.toLowerCase() === 'bearer' && timingSafeEqual(a, b))
    return { token: given, clientId: 'token', scopes: [] };
  const error = { error: 'invalid_token', error_description: 'The bearer token is missing or wrong.' };
  return Response.json(error, { status: 401, headers: { 'WWW-Authenticate': 'Bearer' } });
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = '', message }: NodeJS.ErrnoException) => {
      const [reason = message, help = 'Choose another --host or --port.'] = REASONS[code] ?? [];
      reject(new InputError(`It cannot listen on port ${port} of ${host}: ${reason}.`, help));
    });
    server.listen(port, host, resolve);
  });
}

const REASONS: Readonly<Record<string, readonly [reason: string, help: string]>> = {
  EADDRINUSE: ['another program uses it', 'Choose another with --port; --port 0 takes a free one.'],
  EACCES: ['permission is denied', 'Choose a port above 1023.'],
  EADDRNOTAVAIL: ['this machine has no such address', 'Correct --host, or leave it out.'],
  ENOTFOUND: ['there is no such host', 'Correct --host, or leave it out.'],
};

function signalled(): Promise<unknown> {
  return Promise.race(
    (['SIGINT', 'SIGTERM'] as const).map((signal) => new Promise((resolve) => process.once(signal, resolve))),
  );
}

// Holds the process: without a connection nothing else does, and it would end before its end has been told.
function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** A host, and what resolves when none of its calls is running. */
export function withRunning(host: Host): {
  readonly host: Host;
  readonly count: () => number;
  readonly idle: () => Promise<void>;
} {
  const running = new Set<Promise<unknown>>();
  return {
    host: {
      behind: host.behind,
      listTools: () => host.listTools(),
      on: (...listener) => host.on(...listener),
      callTool(...call) {
        const result = host.callTool(...call);
        const end = (): unknown => running.delete(result);
        result.then(end, end);
        running.add(result);
        return result;
      },
    },
    count: () => running.size,
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
