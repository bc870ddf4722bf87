import { BTCPError } from '@btcp/core';
import { parseCallJson } from '@btcp/core/internal';
import { getOwn, isObject } from '@btcp/schema/internal';
import { isJsonContentType, ProtocolErrorCode, readRequestBody } from '@modelcontextprotocol/server';
import { jsonRpcError } from './responses.ts';

/** Reads the JSON of a request; `undefined` where its method has none, or the response that refuses it. */
export async function readBody(request: Request, maxBody: number | undefined): Promise<unknown> {
  if (request.method !== 'POST') return undefined;
  if (!isJsonContentType(request.headers.get('content-type')))
    return refuse(415, -32_000, 'The Content-Type must be application/json.');
  const read = await readRequestBody(request, maxBody);
  if (read.tooLarge)
    return refuse(413, -32_000, `The body is larger than ${maxBody ?? 4 * 1024 * 1024} bytes.`);
  try {
    return parseCallJson(read.text, 'The message');
  } catch (error) {
    if (!BTCPError.is(error)) return refuse(400, ProtocolErrorCode.ParseError, 'The body is not JSON.');
    const reason = `${error.message}. ${error.suggestion}`;
    return refuse(400, ProtocolErrorCode.InvalidParams, reason, idOf(JSON.parse(read.text)));
  }
}

const refuse = (status: number, code: number, message: string, id?: string | number): Response =>
  jsonRpcError({ status, code, message, id });

/** The id of a message; `undefined` where it has none. */
export function idOf(body: unknown): string | number | undefined {
  const id = isObject(body) ? getOwn(body, 'id') : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}
