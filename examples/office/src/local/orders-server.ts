import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** A small API on this computer. */
export interface OrdersServer {
  /** For example "http://127.0.0.1:40123". */
  readonly origin: string;
  close(): Promise<void>;
}

type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const ORDERS = [
  { id: 1, customer: 'Aster Ltd', total: 40 },
  { id: 2, customer: 'Bergamot & Co', total: 260.5 },
];

const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ['GET /orders', (_, response) => sendJson(response, 200, ORDERS)],
  [
    'POST /orders',
    async (request, response) => sendJson(response, 201, { received: await readJson(request) }),
  ],
  ['GET /old-orders', (_, response) => void response.writeHead(302, { location: '/orders' }).end()],
  ['DELETE /orders/1', (_, response) => void response.writeHead(204).end()],
  // Never ends: for bounds.
  ['GET /export', (_, response) => void Readable.from(endlessRows()).pipe(response)],
  // Never answers: for deadlines.
  ['GET /report', () => undefined],
]);

/** Starts the API on a free port of 127.0.0.1. */
export async function startOrdersServer(): Promise<OrdersServer> {
  const server = createServer((request, response) => {
    const route = ROUTES.get(`${request.method} ${request.url}`);
    void (route ? route(request, response) : sendJson(response, 404, { error: 'no such address' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // Listening on a port, so the address is not that of a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function* endlessRows(): Generator<string> {
  for (;;) yield 'row\n'.repeat(10_000);
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  return { type: request.headers['content-type'], json: JSON.parse(await text(request)) };
}

function sendJson(response: ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
}
