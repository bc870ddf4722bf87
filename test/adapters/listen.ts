import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { onTestFinished } from 'vitest';

/** Serves a handler in the form of `fetch` until the test has finished. */
export async function listen(fetch: (request: Request) => Promise<Response>): Promise<URL> {
  const server = createServer(toNodeHandler({ fetch }) as RequestListener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}
