import {
  type EventStore,
  type JSONRPCMessage,
  type AuthInfo,
  isInitializeRequest,
  ProtocolErrorCode,
  WebStandardStreamableHTTPServerTransport,
  type McpServer,
} from '@modelcontextprotocol/server';
import { getOwn, isObject } from '@btcp/schema/internal';
import { idOf } from './read-body.ts';
import { jsonRpcError } from './responses.ts';

/** Messages of a session that a client which lost its connection can still get. */
const KEPT = 100;
/** Characters of all of them: a session must not keep 100 pictures. */
const KEPT_LENGTH = 4 * 2 ** 20;

interface Kept {
  readonly id: number;
  readonly stream: string;
  /** Empty for the event that opens a stream. */
  readonly message: JSONRPCMessage;
  readonly length: number;
}

/** The last messages of one session. */
export class EventLog implements EventStore {
  #last = 0;
  #kept: readonly Kept[] = [];

  async storeEvent(stream: string, message: JSONRPCMessage): Promise<string> {
    const id = ++this.#last;
    const { length } = JSON.stringify(message);
    const kept = [...this.#kept.slice(1 - KEPT), { id, stream, message, length }];
    let left = KEPT_LENGTH;
    // The last ones, as far as they fit.
    this.#kept = kept.slice(kept.findLastIndex((each) => (left -= each.length) < 0) + 1);
    return String(id);
  }

  async getStreamIdForEventId(id: string): Promise<string | undefined> {
    return this.#kept.find((each) => String(each.id) === id)?.stream;
  }

  async replayEventsAfter(
    lastId: string,
    { send }: { readonly send: (id: string, message: JSONRPCMessage) => Promise<void> },
  ): Promise<string> {
    const last = this.#kept.find(({ id }) => String(id) === lastId);
    if (!last) throw new Error('The event is not kept any more.');
    const missed = this.#kept.filter(({ id, stream }) => stream === last.stream && id > last.id);
    for (const { id, message } of missed)
      if (Object.keys(message).length > 0) await send(String(id), message);
    return last.stream;
  }
}

/** Whose request it is: its sessions are not found by others. */
export interface Owner {
  readonly caller: string;
  /** What the caller was granted; a session ends when that changes. */
  readonly grants: string;
}

/** A request that was read. */
export interface ReadRequest {
  readonly request: Request;
  readonly body: unknown;
  readonly authInfo: AuthInfo | undefined;
  /** Called when its response has ended. */
  readonly atEnd: (() => void)[];
}

interface Session {
  readonly owner: Owner;
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** The ids of requests whose responses are not read to their end; `undefined` for streams. */
  readonly open: Set<{ readonly id: string | number | undefined }>;
  usedAt: number;
}

/** Sessions of one caller; one more ends the one that was used longest ago. */
const MOST = 100;
/** Milliseconds without a request or an open stream, after which a session ends. */
const IDLE = 30 * 60_000;
/** Milliseconds after which clients ask again when a stream breaks. */
const RETRY = 1000;

/** The sessions of clients before 2026-07-28, in this process. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();
  readonly #keepAliveMs: number | undefined;

  constructor(keepAliveMs: number | undefined) {
    this.#keepAliveMs = keepAliveMs;
  }

  /**
   * Serves a request that has a session or begins one.
   *
   * @returns `undefined` for any other.
   */
  async serve(read: ReadRequest, owner: Owner, createServer: () => McpServer): Promise<Response | undefined> {
    const id = read.request.headers.get('mcp-session-id');
    if (id === null)
      return isInitializeRequest(read.body) ? this.#begin(read, owner, createServer()) : undefined;
    const session = this.#sessions.get(id);
    // To others a session does not exist.
    if (!session || session.owner.caller !== owner.caller) return notFound();
    if (session.owner.grants === owner.grants && !isIdle(session)) return answer(session, read);
    await session.server.close();
    return notFound();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#sessions.values()].map(({ server }) => server.close()));
  }

  async #begin(read: ReadRequest, owner: Owner, server: McpServer): Promise<Response> {
    await this.#makeRoom(owner);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, session),
      eventStore: new EventLog(),
      retryInterval: RETRY,
      ...(this.#keepAliveMs !== undefined && { keepAliveMs: this.#keepAliveMs }),
    });
    const session: Session = { owner, server, transport, open: new Set(), usedAt: Date.now() };
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's way to hear of it
    transport.onclose = () => {
      if (transport.sessionId !== undefined) this.#sessions.delete(transport.sessionId);
    };
    await server.connect(transport);
    const response = await answer(session, read);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async #makeRoom({ caller }: Owner): Promise<void> {
    const sessions = [...this.#sessions.values()];
    const own = sessions
      .filter(({ owner }) => owner.caller === caller)
      .toSorted((a, b) => b.usedAt - a.usedAt);
    const ended = [...sessions.filter(isIdle), ...own.slice(MOST - 1)];
    await Promise.all(ended.map(({ server }) => server.close()));
  }
}

const isIdle = ({ open, usedAt }: Session): boolean => open.size === 0 && Date.now() - usedAt > IDLE;

async function answer(session: Session, { request, body, authInfo, atEnd }: ReadRequest): Promise<Response> {
  // What a client answers has the id of a request of the server.
  const id = isObject(body) && getOwn(body, 'method') !== undefined ? idOf(body) : undefined;
  if (id !== undefined && [...session.open].some((each) => each.id === id)) return isAnswered(id);
  const opened = { id };
  session.open.add(opened);
  atEnd.push(() => {
    session.open.delete(opened);
    session.usedAt = Date.now();
  });
  return session.transport.handleRequest(request, {
    ...(body !== undefined && { parsedBody: body }),
    ...(authInfo && { authInfo }),
  });
}

// The SDK would forget the other request, which nobody would answer.
const isAnswered = (id: string | number): Response =>
  jsonRpcError({
    status: 400,
    code: ProtocolErrorCode.InvalidRequest,
    message: `A request with the id ${JSON.stringify(id)} is being answered: each needs an id of its own.`,
  });

const notFound = (): Response => jsonRpcError({ status: 404, code: -32_001, message: 'Session not found' });
