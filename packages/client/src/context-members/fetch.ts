import type { FetchedText, KnownCapability } from '@btcp/core';
import { isRecord, stringAt, type MemberScope } from './member.ts';

/** Bytes of a response, and characters of a request. */
const MAX_BODY = 2 ** 20;
const OPTIONS = new Set(['method', 'headers', 'body']);
const METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

function addressOf(args: readonly unknown[], scope: MemberScope): URL {
  const { BTCPError } = scope;
  const text = stringAt(args, 0, scope);
  // Not the document's base, which a tool might set.
  const base = globalThis.location?.href;
  if (!URL.canParse(text, base)) {
    if (!URL.canParse(text, 'https://page.example'))
      throw new BTCPError('INVALID_ARGUMENT', `"${text}" is not a URL.`);
    throw new BTCPError('EXECUTION_ERROR', {
      message: `"${text}" is a relative URL, and there is no page here whose address it could follow.`,
      suggestion:
        'Call it in a page; elsewhere, tools fetch absolute URLs whose origin is in `fetchOrigins`.',
    });
  }
  const url = new URL(text, base);
  if (!/^https?:$/.test(url.protocol))
    throw new BTCPError('INVALID_ARGUMENT', `"${url.protocol}" cannot be fetched: only http and https can.`);
  // The platform's error would repeat the password.
  if (url.username || url.password)
    throw new BTCPError('INVALID_ARGUMENT', 'An address with a name or password cannot be fetched.');
  return url;
}

const isSameOrigin = ({ origin }: URL): boolean => origin === globalThis.location?.origin;

const isOrigin = (text: string): boolean =>
  text === '*' || (URL.canParse(text) && new URL(text).origin === text);

export function needsOfFetch(args: readonly unknown[], scope: MemberScope): KnownCapability {
  return `network:fetch:${isSameOrigin(addressOf(args, scope)) ? 'same' : 'cross'}-origin`;
}

export async function fetchText(args: readonly unknown[], scope: MemberScope): Promise<FetchedText> {
  const { BTCPError, fetchOrigins, signal } = scope;
  const url = addressOf(args, scope);
  // `includes` of a string would also allow its substrings.
  if (!Array.isArray(fetchOrigins) || !fetchOrigins.every(isOrigin))
    throw new BTCPError('INVALID_ARGUMENT', {
      message: '`fetchOrigins` must be an array of origins.',
      suggestion: "Let the host pass origins like 'https://api.example.com', without a path, or '*'.",
    });
  if (!isSameOrigin(url) && !fetchOrigins.includes(url.origin) && !fetchOrigins.includes('*'))
    throw new BTCPError('CAPABILITY_DENIED', {
      message: `The host does not let tools fetch from ${url.origin}.`,
      suggestion: 'Ask the host to add it to `fetchOrigins`.',
    });
  const response = await fetch(url, {
    ...requestOf(args[1], scope),
    // A redirect could lead to an origin that is not allowed.
    redirect: 'error',
    credentials: 'same-origin',
    signal,
  }).catch((thrown: unknown) => {
    if (signal.aborted) throw thrown;
    // Without what may be a secret: the rest of the address.
    const message = `${url.origin}${url.pathname} could not be fetched: ${reasonOf(thrown)}`;
    throw new BTCPError('EXECUTION_ERROR', { message, cause: thrown });
  });
  const { ok, status } = response;
  const type = response.headers.get('content-type')?.split(';')[0] ?? '';
  return { ok, status, type, text: await readText(response, scope) };
}

/** Why a request failed: Node says that in the cause, and in its code where it tried several addresses. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = thrown as { readonly message?: string; readonly cause?: unknown };
  const { message: reason, code } = (cause ?? {}) as { readonly message?: string; readonly code?: string };
  return reason || code || message || String(thrown);
}

/** Checks the second argument of `ctx.fetch`. */
function requestOf(options: unknown, { BTCPError }: MemberScope): RequestInit {
  const refuse = (message: string): never => {
    throw new BTCPError('INVALID_ARGUMENT', message);
  };
  // As JSON has no `undefined`.
  const given = options ?? {};
  if (!isRecord(given) || !Object.keys(given).every((name) => OPTIONS.has(name)))
    return refuse('The options of `fetch` are an object of `method`, `headers` and `body`.');
  const { method = 'GET', headers = {}, body = null } = given;
  if (typeof method !== 'string' || !METHODS.includes(method))
    return refuse(`\`method\` must be one of ${METHODS.join(', ')}.`);
  if (!isRecord(headers) || !Object.values(headers).every((value) => typeof value === 'string'))
    return refuse('`headers` must be an object of strings.');
  if (body !== null && (typeof body !== 'string' || body.length > MAX_BODY))
    return refuse('`body` must be a string of at most 1 MiB.');
  return { method, headers: headers as Record<string, string>, body };
}

async function readText({ body }: Response, { BTCPError }: MemberScope): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body?.getReader();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > MAX_BODY) {
      await reader?.cancel();
      throw new BTCPError('EXECUTION_ERROR', 'The response is longer than 1 MiB.');
    }
    text += decoder.decode(value, { stream: true });
  }
}
