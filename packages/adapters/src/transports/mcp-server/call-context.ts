import type { AddedContext, TraceContext } from '@btcp/core';
import {
  type AuthInfo,
  BAGGAGE_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type Server,
  type ServerContext,
  TRACEPARENT_META_KEY,
  TRACESTATE_META_KEY,
} from '@modelcontextprotocol/server';

/** The parts of the SDK's request context that say where a call comes from. */
export interface CallOrigin {
  readonly mcpReq: { readonly _meta?: Readonly<Record<string, unknown>> | undefined };
  readonly http?: { readonly authInfo?: AuthInfo | undefined } | undefined;
}

/** What a call over MCP adds to `ctx`: who calls, and its trace; `undefined` for neither. */
export function callContextOf({ mcpReq: { _meta: meta }, http }: CallOrigin): AddedContext | undefined {
  const trace = traceOf(meta);
  if (!http?.authInfo) return trace && { trace };
  const { clientId, scopes, expiresAt, extra } = http.authInfo;
  const auth = { clientId, scopes, ...(expiresAt !== undefined && { expiresAt }), ...(extra && { extra }) };
  return { auth, ...(trace && { trace }) };
}

/** Version 00 of W3C Trace Context, and later ones as far as they begin like it; neither id is zero. */
const TRACEPARENT =
  /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}(?:-[\w-]{0,256})?$/;
/** Characters of `tracestate` that are to be passed on, and bytes of `baggage`, in the specifications. */
const MOST = { tracestate: 512, baggage: 8192 };

function traceOf(meta: Readonly<Record<string, unknown>> = {}): TraceContext | undefined {
  const traceparent = meta[TRACEPARENT_META_KEY];
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const short = (key: string, most: number): string | undefined => {
    const value = meta[key];
    return typeof value === 'string' && value.length <= most ? value : undefined;
  };
  const tracestate = short(TRACESTATE_META_KEY, MOST.tracestate);
  const baggage = short(BAGGAGE_META_KEY, MOST.baggage);
  return {
    traceparent,
    ...(tracestate !== undefined && { tracestate }),
    ...(baggage !== undefined && { baggage }),
  };
}

/** What a client has declared: with each request, or before 2026-07-28 once, which stateless servers do not know. */
export function capabilitiesOf(context: ServerContext, server: Server): ClientCapabilities | undefined {
  // oxlint-disable-next-line typescript/no-deprecated -- the way of the revisions before
  return declaredIn(context) ?? server.getClientCapabilities();
}

export function declaredIn({ mcpReq }: ServerContext): ClientCapabilities | undefined {
  // The SDK has checked the envelope, but its type leaves the keys out.
  const envelope = mcpReq.envelope as Readonly<Record<string, ClientCapabilities | undefined>> | undefined;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY];
}
