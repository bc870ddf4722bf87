import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A request as the server got it. */
export interface RecordedRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** What the server answers; an object is sent as JSON. */
export interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A server on 127.0.0.1 that records what it is asked, until the test has finished. */
export async function recordRequests(
  answer: (request: RecordedRequest) => Answer | undefined | Promise<Answer | undefined>,
): Promise<{ readonly url: string; readonly requests: RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const recorded = { method, url, headers, body: Buffer.concat(chunks).toString('latin1') };
      requests.push(recorded);
      void Promise.resolve(answer(recorded)).then((given) => {
        if (given === undefined) return;
        const { status = 200, headers: own = {}, body } = given;
        const isText = typeof body === 'string' || Buffer.isBuffer(body);
        response.writeHead(status, {
          ...(!isText && body !== undefined && { 'content-type': 'application/json' }),
          ...own,
        });
        response.end(isText || body === undefined ? body : JSON.stringify(body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}
