import { print, type SchemeTable } from './operation.ts';
import { READ_ANSWERS } from './read-answers.ts';

/** The module beside the tools of a document, which sends their requests. */
export function httpModule(server: string | undefined, schemes: SchemeTable): string {
  const values: Readonly<Record<string, string>> = {
    SERVER: server === undefined ? 'undefined' : print(server),
    SCHEMES: print(schemes),
  };
  return CODE.replace(/\$(SERVER|SCHEMES)\b/g, (_, name: string) => values[name] ?? '');
}

const CODE = String.raw`import { BTCPError, type HostAbortSignal } from '@btcp/core';

/** The API's server, unless the host passes another one. */
const SERVER: string | undefined = $SERVER;
const SCHEMES: Readonly<Record<string, Omit<SecurityScheme, 'name' | 'scopes'>>> = $SCHEMES;

/** What a host passes as ${'`'}ctx.openapi${'`'}: ${'`'}new BTCPClient({ context: { openapi: { authorize } } })${'`'}. */
export interface OpenApiContext {
  /** The address that paths are added to. Default: the API's server. */
  readonly baseUrl?: string;
  /**
   * Adds credentials to a request. It is called for each scheme that an operation needs.
   *
   * @returns ${'`'}false${'`'} if there are none for this scheme, so that another one is tried.
   */
  readonly authorize?: (request: ApiRequest, scheme: SecurityScheme) => boolean | void | Promise<boolean | void>;
}

declare module '@btcp/core' {
  interface ToolContext {
    readonly openapi?: OpenApiContext;
  }
}

/** A request before it is sent. */
export interface ApiRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | FormData | Uint8Array<ArrayBuffer> | undefined;
}

/** A security scheme of the API. */
export interface SecurityScheme {
  /** Its name in the API's document. */
  readonly name: string;
  /** apiKey, http, oauth2, openIdConnect or mutualTLS. */
  readonly type?: string;
  /** Where an API key is sent: query, header or cookie. */
  readonly in?: string;
  /** The name that an API key is sent under. */
  readonly parameter?: string;
  /** Of http: basic, bearer or another one. */
  readonly scheme?: string;
  readonly scopes: readonly string[];
}

/** What differs from OpenAPI's defaults. */
interface Style {
  readonly style?: string;
  readonly explode?: boolean;
  /** Whether the value is sent as JSON. */
  readonly json?: boolean;
}

interface Parameter extends Style {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly value: unknown;
}

interface Encoding extends Style {
  readonly type?: string;
  readonly binary?: boolean;
  /** What a file is called. Default: the name of its part. */
  readonly filename?: string | undefined;
}

interface Body {
  readonly type: string;
  readonly value: unknown;
  /** Whether an empty body is sent if nothing is given. */
  readonly isRequired?: boolean;
  /** Whether the value is base64 of the bytes to send. */
  readonly binary?: boolean;
  /** How parts of a form are sent. */
  readonly encoding?: Readonly<Record<string, Encoding>>;
}

/** A request as the API's document describes it, with the values of a call. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly parameters?: readonly Parameter[];
  readonly body?: Body;
  /** Alternatives; of each, all schemes are needed, with these scopes. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Schemes that only this operation has. */
  readonly schemes?: Readonly<Record<string, Omit<SecurityScheme, 'name' | 'scopes'>>>;
  /** Media types of the result. Default: JSON. */
  readonly accept?: string;
  /** A server of its own. */
  readonly server?: string;
}

/** What this module reads of a tool's context. */
export interface CallContext {
  readonly openapi: OpenApiContext | undefined;
  readonly signal: HostAbortSignal;
}

/**
 * Sends a request, and reads what it gives.
 *
 * @throws BTCPError HTTP_ERROR with status and body, NETWORK_ERROR, NOT_AUTHORIZED, INVALID_INPUT, INVALID_ARGUMENT.
 */
export async function callApi<Result>(call: Call, { openapi, signal }: CallContext): Promise<Result> {
  const request = await authorized(call, requestOf(call, openapi?.baseUrl), openapi?.authorize);
  const { method, url, headers, body } = request;
  const options = { method, headers, redirect: 'manual', signal: signal as AbortSignal } as const;
  let response: Response;
  let content: unknown;
  try {
    response = await fetch(url, body === undefined ? options : { ...options, body });
    content = await contentOf(response, call.accept);
  } catch (error) {
    if (signal.aborted) throw error;
    throw new BTCPError('NETWORK_ERROR', {
      message: nameOf(call) + ' failed: ' + reasonOf(error),
      suggestion: 'Try again later.',
      cause: error,
    });
  }
  if (!response.ok) throw httpError(call, response, content);
  // The client validates it.
  return content as Result;
}

const nameOf = ({ method, path }: Call): string => method + ' ' + path;

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message !== '' ? cause.message : message;
}

function requestOf(call: Call, baseUrl: string | undefined): ApiRequest {
  const server = baseUrl ?? call.server ?? SERVER;
  if (server === undefined)
    throw new BTCPError('INVALID_ARGUMENT', {
      message: 'Nothing says where the API is.',
      suggestion: 'Let the host pass its address: context: { openapi: { baseUrl } }.',
    });
  const parameters = (call.parameters ?? []).filter((each) => each.in === 'path' || isGiven(each.value));
  let { path } = call;
  const query: string[] = [];
  const headers = new Headers({ accept: call.accept ?? 'application/json' });
  for (const parameter of parameters) {
    if (parameter.in === 'path') path = path.replace('{' + parameter.name + '}', () => partText(parameter));
    else if (parameter.in === 'query') query.push(...pairs(parameter, parameter.value));
    else headers.set(parameter.name, partText(parameter));
  }
  const url = new URL(server);
  // A fragment tells operations of one address apart, and is never sent.
  const [, place = '', own = ''] = /^([^?#]*)\??([^#]*)/.exec(path) ?? [];
  url.pathname = url.pathname.replace(/\/+$/, '') + place;
  // The base may have a query of its own, such as a version.
  url.search = [url.search.slice(1), own, ...query].filter(Boolean).join('&');
  const body = call.body && bodyOf(call.body);
  // A form's boundary is known to fetch alone.
  if (body !== undefined && !(body instanceof FormData)) headers.set('content-type', call.body?.type ?? '');
  return { method: call.method, url, headers, body };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

function partText(parameter: Parameter): string {
  const { name, value, in: place } = parameter;
  const text = simple(parameter, place === 'path' ? encodeURIComponent : String);
  // A path with each of these would address something else; no header can have such characters.
  if (place === 'path' ? /^\.{0,2}$/.test(text) : /[^\t -~\x80-\xff]/.test(text))
    throw new BTCPError('INVALID_INPUT', {
      message: JSON.stringify(value) + ' is no ' + name + ' that can be part of a ' + place + '.',
      suggestion: 'Pass another one.',
    });
  return text;
}

/** The style of paths and headers: a,b or key,value or key=value. */
function simple({ value, explode = false, json = false }: Style & { value: unknown }, encode: (text: string) => string): string {
  if (json) return encode(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((each) => encode(textOf(each))).join(',');
  if (!isObject(value)) return encode(textOf(value));
  return Object.entries(value)
    .map(([key, each]) => encode(key) + (explode ? '=' : ',') + encode(textOf(each)))
    .join(',');
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: '%20', pipeDelimited: '%7C' };

/** A parameter of a query, or a field of a form, as name=value. */
function pairs({ name, style = 'form', explode = style === 'form', json }: Style & { name: string }, value: unknown): string[] {
  const encode = (each: unknown): string => encodeURIComponent(textOf(each));
  const pair = (key: string, text: string): string => encodeURIComponent(key) + '=' + text;
  if (json === true) return [pair(name, encode(JSON.stringify(value)))];
  if (!Array.isArray(value) && !isObject(value)) return [pair(name, encode(value))];
  const entries = fieldsOf(value);
  if (style === 'deepObject') return deepPairs(name, value).map(([key, each]) => pair(key, encode(each)));
  if (explode) return entries.map(([key, each]) => pair(isObject(value) ? key : name, encode(each)));
  const parts = entries.flatMap(([key, each]) => [...(isObject(value) ? [encode(key)] : []), encode(each)]);
  return parts.length === 0 ? [] : [pair(name, parts.join(SEPARATORS[style] ?? ','))];
}

// OpenAPI leaves deeper objects open; this is how most servers read them.
function deepPairs(name: string, value: unknown): [string, unknown][] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => deepPairs(name + '[' + (isObject(each) ? index : '') + ']', each));
  if (!isObject(value)) return isGiven(value) ? [[name, value]] : [];
  return Object.entries(value).flatMap(([key, each]) => deepPairs(name + '[' + key + ']', each));
}

function bodyOf(body: Body): ApiRequest['body'] {
  const { type, value, isRequired = false, binary = false } = body;
  const isEmpty = isObject(value) && Object.values(value).every((each) => each === undefined);
  if (value === undefined || (isEmpty && !isRequired)) return undefined;
  if (binary) return bytesOf(value);
  if (type.startsWith('text/')) return textOf(value);
  if (!isObject(value)) return JSON.stringify(value);
  if (type.startsWith('multipart/')) return formOf(body, value);
  if (!type.startsWith('application/x-www-form-urlencoded')) return JSON.stringify(value);
  return fieldsOf(value)
    .flatMap(([name, each]) => fieldPairs(body, name, each))
    .join('&')
    .replaceAll('%20', '+');
}

// Not by a name in brackets, of which a build cannot tell what it reads.
const valueOf = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.entries(record).find(([key]) => key === name)?.[1];

// Outside of JSON, null has no form: it would be a text.
const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

const fieldsOf = (value: object): [string, unknown][] => Object.entries(value).filter(([, each]) => isGiven(each));

function fieldPairs({ encoding = {} }: Body, name: string, value: unknown): string[] {
  const own = valueOf(encoding, name) ?? {};
  // Without a style of its own, an object is JSON.
  const json = isObject(value) && own.style === undefined && own.explode === undefined;
  return pairs({ ...own, name, json }, value);
}

function formOf({ encoding = {} }: Body, value: object): FormData {
  const form = new FormData();
  for (const [name, given] of fieldsOf(value)) {
    const { binary = false, type, filename = name } = valueOf(encoding, name) ?? {};
    for (const each of Array.isArray(given) ? given : [given])
      if (binary) form.append(name, new Blob([bytesOf(each)], { type: type ?? 'application/octet-stream' }), filename);
      else if (type === undefined) form.append(name, textOf(each));
      else form.append(name, new Blob([textOf(each)], { type }));
  }
  return form;
}

function bytesOf(value: unknown): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(String(value)), (char) => char.charCodeAt(0));
  } catch (error) {
    throw new BTCPError('INVALID_INPUT', {
      message: 'The bytes are not base64.',
      suggestion: 'Encode them in base64.',
      cause: error,
    });
  }
}

/** The request with what ${'`'}authorize${'`'} adds for the first alternative that it has credentials for. */
async function authorized(
  call: Call,
  request: ApiRequest,
  authorize: OpenApiContext['authorize'],
): Promise<ApiRequest> {
  const { security = [] } = call;
  if (security.length === 0) return request;
  for (const alternative of authorize === undefined ? [] : security) {
    const attempt = { ...request, url: new URL(request.url), headers: new Headers(request.headers) };
    let isComplete = Object.keys(alternative).length > 0;
    for (const [name, scopes] of Object.entries(alternative))
      isComplete &&= (await authorize?.(attempt, { ...(valueOf(call.schemes ?? {}, name) ?? SCHEMES[name]), name, scopes })) !== false;
    if (isComplete) return attempt;
  }
  // An empty alternative: the API answers anybody.
  if (security.some((alternative) => Object.keys(alternative).length === 0)) return request;
  const wanted = security.map((alternative) => Object.keys(alternative).join(' and ')).join(', or ');
  throw new BTCPError('NOT_AUTHORIZED', {
    message: nameOf(call) + ' needs ' + wanted + ', for which the host has no credentials.',
    suggestion: 'Let the host pass them: context: { openapi: { authorize(request, scheme) { … } } }.',
  });
}

${READ_ANSWERS}`;
