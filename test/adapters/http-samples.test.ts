import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { createMcpFetch } from '@btcp/adapters/mcp-http';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OAuthError, OAuthErrorCode } from '@modelcontextprotocol/server';
import { propagation, trace } from '@opentelemetry/api';
import { build } from 'esbuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { serveCallers } from './http-samples/callers.ts';
import { app as expressApp } from './http-samples/express.ts';
import { app as honoApp } from './http-samples/hono.ts';
import { client, mcp } from './http-samples/mcp.ts';
import * as route from './http-samples/next-route.ts';
import { server as nodeServer } from './http-samples/node.ts';
import { traceCalls } from './http-samples/tracing.ts';
import worker from './http-samples/worker.ts';
import { listen } from './listen.ts';
import { RecordingTracer, TraceparentPropagator } from './recording-tracer.ts';

const FOLDER = join(import.meta.dirname, 'http-samples');
const PAGE = join(import.meta.dirname, '../../docs/serving-http.md');

/** The form of a handler of Next's app router. */
type RouteHandler = (request: Request, context: { readonly params: Promise<object> }) => Promise<Response>;
const ROUTES: Readonly<Record<string, RouteHandler>> = { ...route };

async function listenWith(server: Server): Promise<URL> {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

const SERVED: Readonly<Record<string, () => Promise<URL>>> = {
  hono: () => listen(async (request) => honoApp.fetch(request)),
  express: () => listenWith(createServer(expressApp as RequestListener)),
  node: () => listenWith(nodeServer),
  'next-route': () =>
    listen(async (request) => {
      const handler = ROUTES[request.method];
      return handler
        ? handler(request, { params: Promise.resolve({}) })
        : new Response(null, { status: 405 });
    }),
  worker: () => listen(worker.fetch),
};

const DOCUMENTED = [...Object.keys(SERVED), 'callers', 'tracing'];

async function connect(url: URL, mode: 'auto' | 'legacy', token?: string): Promise<Client> {
  const connected = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const requestInit = token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } };
  await connected.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  onTestFinished(() => connected.close());
  return connected;
}

describe.each(Object.keys(SERVED))('the sample for %s', (name) => {
  it.each(['auto', 'legacy'] as const)('serves (%s)', async (mode) => {
    const connected = await connect((await SERVED[name]?.()) ?? new URL('http://nowhere'), mode);
    expect(await connected.callTool({ name: 'countOrders' })).toMatchObject({
      content: [{ type: 'text', text: '3' }],
    });
  });
});

it.each(DOCUMENTED)('docs/serving-http.md has the sample %s as it is run here', async (name) => {
  const [sample, page] = await Promise.all([
    readFile(join(FOLDER, `${name}.ts`), 'utf8'),
    readFile(PAGE, 'utf8'),
  ]);
  expect(page).toContain(`\`\`\`ts\n${sample.replace(/^\/\/ oxlint.*\n/m, '')}\`\`\`\n`);
});

it('grants callers what their tokens say', async () => {
  const manifest = {
    btcp: '1.0',
    name: 'order-tools',
    version: '1.0.0',
    tools: [],
    capabilities: ['files:read'],
  } as const;
  const served = serveCallers(
    client,
    { ...manifest, tools: [], capabilities: ['files:read'] },
    {
      async verifyAccessToken(token) {
        if (token !== 'clerk' && token !== 'guest')
          throw new OAuthError(OAuthErrorCode.InvalidToken, 'Unknown.');
        const scopes = token === 'clerk' ? ['files:read', 'openid'] : [];
        return { token, clientId: 'app', scopes, expiresAt: Date.now() / 1000 + 60, extra: { sub: token } };
      },
    },
  );
  onTestFinished(() => served.close());
  const url = await listen(served);
  const namesOf = async (token: string): Promise<readonly string[]> =>
    (await (await connect(url, 'auto', token)).listTools()).tools.map(({ name }) => name);
  expect(await Promise.all([namesOf('clerk'), namesOf('guest')])).toEqual([['countOrders'], []]);
  const refused = await fetch(url, { method: 'POST', headers: { authorization: 'Bearer stolen' } });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer error="invalid_token", error_description="Unknown."',
  ]);
});

it('makes spans of calls, in the trace of the caller', async () => {
  const tracer = new RecordingTracer();
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
  propagation.setGlobalPropagator(new TraceparentPropagator());
  onTestFinished(() => {
    trace.disable();
    propagation.disable();
  });
  traceCalls(client);
  const connected = await connect(await listen(mcp), 'auto');
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await connected.callTool({ name: 'countOrders', _meta: { traceparent } });
  await connected.callTool({ name: 'countOrders', arguments: { wrong: 1 }, _meta: { traceparent } });
  await connected.callTool({ name: 'countOrders' });
  expect(tracer.ended).toEqual([
    { name: 'tools/call countOrders', parent: traceparent },
    { name: 'tools/call countOrders', parent: traceparent, error: 'INVALID_INPUT' },
    { name: 'tools/call countOrders', parent: undefined },
  ]);
});

it('needs nothing of Node: a bundle for Workers and Deno imports nothing, and serves', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `export * from '@btcp/adapters/mcp-http'`, resolveDir: import.meta.dirname },
    bundle: true,
    format: 'esm',
    // Any import of a built-in fails: no platform, and what runtimes other than Node take of packages.
    platform: 'neutral',
    conditions: ['@btcp/source', 'workerd', 'import'],
    write: false,
    metafile: true,
    outdir: '/out',
  });
  expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
  const code = outputFiles[0]?.text ?? '';
  expect(code).not.toMatch(/\b(?:require|import)\(["']node:|from ["']node:|\beval\(/);
  const bundled = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as {
    readonly createMcpFetch: typeof createMcpFetch;
  };
  const served = bundled.createMcpFetch(client, { manifest: { name: 'order-tools', version: '1.0.0' } });
  onTestFinished(() => served.close());
  expect((await (await connect(await listen(served), 'auto')).listTools()).tools).toHaveLength(1);
});
