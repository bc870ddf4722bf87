import { BTCPError } from '@btcp/core';
import type { AuthInfo, CreateMcpHandlerOptions } from '@modelcontextprotocol/server';
import type { McpServerOptions } from '../create-mcp-server.ts';
import type { CallerLimits } from './caller-limiter.ts';

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

/** @throws BTCPError `INVALID_ARGUMENT` for options that contradict each other. */
export function checkOptions({ auth, grantsFor, cache }: McpFetchOptions): void {
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
