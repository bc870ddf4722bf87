import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request of Node's server by a handler in the form of `fetch`. */
export async function answer(
  fetch: (request: Request) => Promise<Response>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).map(
    ([name, value]) => [name, String(value)] as [string, string],
  );
  const { method = 'GET' } = request;
  const {
    status,
    headers: sent,
    body,
  } = await fetch(
    new Request(`http://127.0.0.1${request.url ?? '/'}`, {
      method,
      headers,
      ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
    }),
  );
  response.writeHead(status, Object.fromEntries(sent));
  for await (const chunk of body ?? []) response.write(chunk);
  response.end();
}
