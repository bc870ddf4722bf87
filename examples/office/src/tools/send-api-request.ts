import { Type } from '@sinclair/typebox';
import { BTCPError, defineTool } from '@btcp/core';
import { notProvided } from '../services/not-provided.ts';
import type { HttpPolicy } from '../services/tool-context.ts';

const MAX_BYTES = 1_000_000;
// The connection's own, and one that could reach another site of the same server.
const RESERVED_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'te',
]);

export const sendApiRequest = defineTool({
  description:
    'Sends an HTTP request to an API that the host allows and returns status, headers and body. Redirects are returned, not followed. A body longer than one megabyte is cut.',
  inputSchema: Type.Object({
    method: Type.Union(
      [
        Type.Literal('GET'),
        Type.Literal('POST'),
        Type.Literal('PUT'),
        Type.Literal('DELETE'),
        Type.Literal('PATCH'),
      ],
      { description: 'HTTP method' },
    ),
    url: Type.String({ description: 'Request URL', format: 'uri' }),
    headers: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'HTTP headers' })),
    body: Type.Optional(Type.String({ description: 'Request body (JSON string)' })),
    timeout: Type.Integer({ description: 'Timeout in seconds', minimum: 1, maximum: 300, default: 30 }),
  }),
  capabilities: ['network:fetch:cross-origin'],
  tags: ['http', 'api'],
  // The most that `timeout` above allows.
  timeout: 300_000,
  async execute({ method, url, headers = {}, body, timeout }, { http = notProvided('http'), signal }) {
    const target = allowedUrl(url, http);
    const deadline = AbortSignal.timeout(timeout * 1_000);
    const stop = AbortSignal.any(signal ? [signal, deadline] : [deadline]);
    const request = {
      method,
      headers: requestHeaders(headers, body),
      redirect: 'manual',
      signal: stop,
    } as const;
    const content = requestBody(method, body);
    try {
      const response = await fetch(target, content === undefined ? request : { ...request, body: content });
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        ...(await readBody(response)),
      };
    } catch (cause) {
      signal?.throwIfAborted();
      throw deadline.aborted ? timedOut(timeout) : failed(target, cause);
    }
  },
});

function allowedUrl(text: string, { allowedOrigins }: HttpPolicy): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.username !== '' || url.password !== '') {
    throw new BTCPError('INVALID_URL', {
      message: `"${text}" is not an absolute URL without a user name.`,
      suggestion: 'Give a URL such as "https://api.example/items", and credentials in a header.',
    });
  }
  // The origin of a URL that is not http(s) is "null".
  if (url.origin !== 'null' && allowedOrigins.includes(url.origin)) return url;
  throw new BTCPError('ORIGIN_NOT_ALLOWED', {
    message: `The host allows no requests to ${url.origin === 'null' ? url.protocol : url.origin}.`,
    suggestion: `Use one of: ${allowedOrigins.join(', ') || '(none)'}.`,
  });
}

function requestHeaders(given: Readonly<Record<string, string>>, body: string | undefined): Headers {
  const reserved = Object.keys(given).filter((name) => RESERVED_HEADERS.has(name.toLowerCase()));
  try {
    if (reserved.length > 0) throw new Error(`${reserved.join(', ')} belongs to the connection`);
    const headers = new Headers(given);
    if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
    return headers;
  } catch (cause) {
    throw new BTCPError('INVALID_HEADER', {
      message: `A header cannot be sent: ${cause instanceof Error ? cause.message : String(cause)}.`,
      suggestion: 'Use plain header names, values on one line, and leave connection headers out.',
      cause,
    });
  }
}

function requestBody(method: string, body: string | undefined): string | undefined {
  if (body === undefined) return undefined;
  try {
    if (method === 'GET') throw new Error('a GET request has none');
    JSON.parse(body);
    return body;
  } catch (cause) {
    throw new BTCPError('INVALID_BODY', {
      message: `The body cannot be sent: ${cause instanceof Error ? cause.message : String(cause)}.`,
      suggestion: 'Send JSON text as the body, and only with POST, PUT, PATCH or DELETE.',
      cause,
    });
  }
}

async function readBody(response: Response): Promise<{ body: string; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection, so an endless answer ends here.
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) break;
  }
  const all = Buffer.concat(chunks);
  return { body: all.toString('utf8', 0, MAX_BYTES), truncated: bytes > MAX_BYTES };
}

const timedOut = (seconds: number): BTCPError =>
  new BTCPError('REQUEST_TIMEOUT', {
    message: `No complete answer within ${seconds} s.`,
    suggestion: 'Try again with a longer timeout, at most 300 seconds.',
  });

const failed = (url: URL, cause: unknown): BTCPError =>
  new BTCPError('REQUEST_FAILED', {
    message: `The request to ${url.origin} failed before an answer came.`,
    suggestion: 'Check the port in the URL; if it is right, the server is down: try again later.',
    cause,
  });
