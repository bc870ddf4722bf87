import { BTCPError } from '@btcp/core';
import {
  type AuthInfo,
  type CreateMcpHandlerOptions,
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  type McpHttpHandler,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { checkOptionNames } from '../../../profile/check-option-names.ts';
import { type McpServerOptions, servedManifest, SERVER_OPTIONS, serverOf } from '../create-mcp-server.ts';
import {
  type CallerLimits,
  CallerLimiter,
  checkLimit,
  limitHost,
  type RequestCost,
} from './caller-limiter.ts';
import type { ServedManifest, ToolHost } from '../../tool-host.ts';
import { idOf, readBody } from './read-body.ts';
import { jsonRpcError, whenEnded } from './responses.ts';
import { type ReadRequest, Sessions } from './sessions.ts';
import { getOwn, isObject } from '@btcp/schema/internal';

/** How tools are served over HTTP. */
export interface McpFetchOptions
  extends
    Omit<McpServerOptions, 'listChanged'>,
    Pick<CreateMcpHandlerOptions, 'responseMode' | 'keepAliveMs'> {
  /**
   * Names, without a port, by which clients may reach the server: a page elsewhere whose own name is made to lead here
   * is refused. Default: `localhost`, `127.0.0.1` and `[::1]`.
   */
  readonly hosts?: readonly string[] | 'any';
  /** Names of the sites whose pages may send requests; what is no page sends no `Origin`. Default: `hosts`. */
  readonly origins?: readonly string[] | 'any';
  /**
   * Says who sends a request, or answers it instead, with status 401 and `WWW-Authenticate`: `requireBearerAuth` of
   * the SDK makes one. Default: anybody may call.
   */
  readonly auth?: (request: Request) => AuthInfo | Response | Promise<AuthInfo | Response>;
  /**
   * The capabilities of a caller, asked for each request: it sees and calls only tools that need no others, among what
   * the client was granted. Default: all of these.
   */
  readonly grantsFor?: (authInfo: AuthInfo) => readonly string[] | Promise<readonly string[]>;
  /**
   * Identifies a caller, for its sessions and limits. Default: its token with its client's id; without `auth` all are
   * one caller.
   */
  readonly callerOf?: (authInfo: AuthInfo | undefined, request: Request) => string;
  /** Limits of each caller in this process; more is answered with status 429 and `Retry-After`. */
  readonly limits?: CallerLimits;
  /**
   * Whether clients before 2026-07-28 get sessions, which this process keeps: they hear of changes, and can go on where a
   * connection broke. Default: false, so that any process can answer any request.
   */
  readonly sessions?: boolean;
  /** Bytes of a request's body. Default: 4 MiB. */
  readonly maxBody?: number;
  /** Receives what went wrong, and why requests were refused. */
  readonly onError?: (error: Error) => void;
}

/** Plain JavaScript may misspell `auth`, and anybody could call. */
const OPTIONS: Readonly<Record<keyof McpFetchOptions, true>> = {
  hosts: true,
  origins: true,
  auth: true,
  grantsFor: true,
  callerOf: true,
  limits: true,
  sessions: true,
  maxBody: true,
  onError: true,
  responseMode: true,
  keepAliveMs: true,
  ...SERVER_OPTIONS,
};

/** @throws BTCPError `INVALID_ARGUMENT` for options that are unknown or contradict each other, and limits that are no numbers. */
function checkOptions(options: McpFetchOptions): void {
  const { auth, grantsFor, cache, maxBody = 0, hosts, origins } = options;
  checkOptionNames(options, OPTIONS);
  for (const [name, value] of Object.entries({ hosts, origins }))
    if (!(value === undefined || value === 'any' || Array.isArray(value)))
      throw new BTCPError('INVALID_ARGUMENT', {
        message: `\`${name}\` is a list of names, or 'any'.`,
        suggestion: `Pass \`${name}: ['app.example']\`.`,
      });
  checkLimit('maxBody', maxBody);
  if (grantsFor && !auth)
    throw new BTCPError('INVALID_ARGUMENT', {
      message: '`grantsFor` needs to know who calls.',
      suggestion: 'Pass `auth`, too.',
    });
  if (grantsFor && cache?.cacheScope === 'public')
    throw new BTCPError('INVALID_ARGUMENT', {
      message: 'With `grantsFor`, callers have lists of their own, which shared caches must not keep.',
      suggestion: "Leave out `cacheScope`, or make it 'private'.",
    });
}

/** Serves MCP over HTTP: answers a request, in the form of every framework's `fetch`. */
export interface McpFetch {
  (request: Request): Promise<Response>;
  /**
   * The response to a request that is refused whatever its body is: for its host, its origin or its caller. For servers
   * that read a whole body before they call, which nobody unknown should make them hold.
   */
  refusal(request: Request): Promise<Response | undefined>;
  /** Ends sessions and running calls, and follows the client no longer; later requests get status 503. */
  close(): Promise<void>;
}

/** The callers that were granted the same, so that nothing of others reaches them. */
interface Audience {
  readonly host: ToolHost;
  readonly handler: McpHttpHandler;
  readonly stop: () => void;
}

/** Distinct grants that are served at once; after that those that were asked for longest ago end. */
const AUDIENCES = 1000;
/** Stands for the grants of the client. */
const ALL = 'all';

/**
 * Serves the tools of a client over Streamable HTTP, to clients of every revision of MCP that the SDK knows. `Host` and
 * `Origin` are checked. Clients that listen are told when their tools change.
 *
 * @param host - A `BTCPClient`.
 * @throws BTCPError `INVALID_ARGUMENT` for options that are unknown or contradict each other, limits that are no numbers, and
 * without `manifest`, where the client has none or several.
 */
export function createMcpFetch(host: ToolHost, options: McpFetchOptions = {}): McpFetch {
  checkOptions(options);
  const service = new HttpService(host, servedManifest(host, options), options);
  return Object.assign((request: Request) => service.fetch(request), {
    refusal: (request: Request) => service.refusal(request),
    close: () => service.close(),
  });
}

class HttpService {
  readonly #host: ToolHost;
  readonly #manifest: ServedManifest;
  readonly #options: McpFetchOptions;
  readonly #limiter: CallerLimiter;
  readonly #sessions: Sessions | undefined;
  readonly #audiences = new Map<string, Audience>();
  #isClosed = false;

  constructor(host: ToolHost, manifest: ServedManifest, options: McpFetchOptions) {
    this.#host = host;
    this.#manifest = manifest;
    this.#options = options;
    this.#limiter = new CallerLimiter(options.limits);
    this.#sessions = options.sessions ? new Sessions(options.keepAliveMs) : undefined;
  }

  fetch(request: Request): Promise<Response> {
    return this.#answering(async () => this.#refuseOrigin(request) ?? this.#serveCaller(request));
  }

  refusal(request: Request): Promise<Response | undefined> {
    return this.#answering(async () => {
      const caller = this.#refuseOrigin(request) ?? (await this.#callerOf(request));
      return caller instanceof Response ? caller : undefined;
    });
  }

  async #answering<T>(answer: () => Promise<T>): Promise<T | Response> {
    if (this.#isClosed) return jsonRpcError({ status: 503, code: -32_000, message: 'The server has ended.' });
    try {
      return await answer();
    } catch (error) {
      this.#options.onError?.(error instanceof Error ? error : new Error(String(error)));
      // What failed is not the caller's to know.
      return jsonRpcError({ status: 500, code: -32_603, message: 'Internal server error' });
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#sessions?.close();
    await Promise.all([...this.#audiences.values()].map(end));
  }

  #refuseOrigin(request: Request): Response | undefined {
    const { hosts = localhostAllowedHostnames(), origins = hosts, onError } = this.#options;
    const named = withHost(request);
    const refused =
      (hosts === 'any' ? undefined : hostHeaderValidationResponse(named, [...hosts])) ??
      (origins === 'any'
        ? undefined
        : (originValidationResponse(named, [...origins]) ?? refuseEmbedded(request)));
    if (refused)
      onError?.(
        new Error(
          `Refused a request to ${named.headers.get('host')} from ${request.headers.get('origin') ?? (refuseEmbedded(request) ? 'another site' : 'no page')}: if they are right, name them in the options \`hosts\` and \`origins\`, or by --allow-host and --allow-origin of \`btcp serve\`.`,
        ),
      );
    return refused;
  }

  async #callerOf(request: Request): Promise<AuthInfo | Response | undefined> {
    const { auth } = this.#options;
    // Plain JavaScript may return nothing.
    return auth && ((await auth(request)) || unauthorized());
  }

  async #serveCaller(request: Request): Promise<Response> {
    const { grantsFor, callerOf = identify, maxBody } = this.#options;
    const authInfo = await this.#callerOf(request);
    if (authInfo instanceof Response) return authInfo;
    const body = await readBody(request, maxBody);
    if (body instanceof Response) return body;
    // Of plain JavaScript, which may return nothing: that grants nothing, and names nobody.
    const granted = grantsFor && authInfo && ((await grantsFor(authInfo)) ?? []);
    const caller: unknown = callerOf(authInfo, request);
    if (typeof caller !== 'string') throw new TypeError('`callerOf` must return a string.');
    const leave = this.#limiter.enter(caller, costOf(request, body));
    if (leave instanceof Response) return leave;
    const atEnd = [leave];
    const end = (): void => atEnd.forEach((each) => each());
    try {
      const response = await this.#serve({ request, body, authInfo, atEnd }, caller, granted);
      return whenEnded(response, request.signal, end, (error) => this.#options.onError?.(error));
    } catch (error) {
      end();
      throw error;
    }
  }

  async #serve(read: ReadRequest, caller: string, granted: readonly string[] | undefined): Promise<Response> {
    const { request, body, authInfo } = read;
    const grants = granted ? JSON.stringify([...new Set(granted)].sort()) : ALL;
    const { host, handler } = this.#audienceOf(grants, granted);
    if (this.#sessions && (await isLegacyRequest(request, body))) {
      const create = (): ReturnType<typeof serverOf> =>
        this.#createServer(this.#limiter.limitCalls(caller, host), true);
      const response = await this.#sessions.serve(read, { caller, grants }, create);
      if (response) return response;
    }
    return handler.fetch(request, {
      ...(body !== undefined && { parsedBody: body }),
      ...(authInfo && { authInfo }),
    });
  }

  #audienceOf(grants: string, granted: readonly string[] | undefined): Audience {
    const known = this.#audiences.get(grants);
    const audience = known ?? this.#createAudience(granted);
    // Moves it to the end, which was asked for last.
    this.#audiences.delete(grants);
    this.#audiences.set(grants, audience);
    const [oldest] = this.#audiences;
    if (oldest && this.#audiences.size > AUDIENCES) {
      this.#audiences.delete(oldest[0]);
      void end(oldest[1]);
    }
    return audience;
  }

  #createAudience(granted: readonly string[] | undefined): Audience {
    const { responseMode, keepAliveMs, onError } = this.#options;
    const host = granted ? limitHost(this.#host, granted) : this.#host;
    const handler = createMcpHandler(
      // Before 2026-07-28 each request without a session has a server of its own, which has nowhere to send changes.
      ({ era }) => this.#createServer(host, era === 'modern'),
      {
        ...(responseMode && { responseMode }),
        ...(keepAliveMs !== undefined && { keepAliveMs }),
        ...(onError && { onerror: onError }),
      },
    );
    return { host, handler, stop: host.on('toolsChanged', () => handler.notify.toolsChanged()) };
  }

  #createServer(host: ToolHost, listChanged: boolean): ReturnType<typeof serverOf> {
    return serverOf(host, this.#manifest, this.#options, listChanged);
  }
}

async function end({ handler, stop }: Audience): Promise<void> {
  stop();
  await handler.close();
}

const identify = (authInfo: AuthInfo | undefined): string =>
  authInfo ? JSON.stringify([authInfo.clientId, authInfo.token]) : '';

const unauthorized = (): Response =>
  jsonRpcError({
    status: 401,
    code: -32_000,
    message: 'Unauthorized',
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** A request made by a program has a URL, and no `Host`. */
function withHost(request: Request): Request {
  if (request.headers.has('host')) return request;
  const headers = new Headers(request.headers);
  headers.set('host', new URL(request.url).host);
  return new Request(request.url, { headers });
}

/** Images and frames of another site's page have no `Origin`, and would spend the messages of a caller. */
const refuseEmbedded = ({ headers }: Request): Response | undefined =>
  !headers.has('origin') && headers.get('sec-fetch-site') === 'cross-site'
    ? jsonRpcError({ status: 403, code: -32_000, message: 'A page of another site needs an Origin.' })
    : undefined;

function costOf({ method }: Request, body: unknown): RequestCost {
  const isStream = method === 'GET' || (isObject(body) && getOwn(body, 'method') === 'subscriptions/listen');
  return {
    kind: isStream ? 'streams' : 'concurrent',
    // An empty batch is a request, too.
    messages: Array.isArray(body) ? Math.max(1, body.length) : 1,
    id: idOf(body),
  };
}
