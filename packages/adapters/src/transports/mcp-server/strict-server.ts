import { isObject } from '@btcp/schema';
import {
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { hasProtoKey } from './read-message.ts';

type Handler = (request: JSONRPCRequest, context: ServerContext) => Promise<Result>;

/** The SDK's server, which checks calls before the SDK does: for any transport, with readable messages. */
export class StrictServer extends Server {
  // oxlint-disable-next-line no-underscore-dangle -- the SDK's hook for subclasses
  protected override _wrapHandler(method: string, handler: Handler): Handler {
    // oxlint-disable-next-line no-underscore-dangle -- the SDK's
    const wrapped = super._wrapHandler(method, handler);
    if (method !== 'tools/call') return wrapped;
    return async (request, context) => {
      const reason = faultOf(request.params ?? {});
      if (reason !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, reason);
      return wrapped(request, context);
    };
  }
}

function faultOf({ name, arguments: input }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof name !== 'string') return 'A call needs the `name` of a tool, a string.';
  if (input === undefined) return undefined;
  if (!isObject(input)) {
    const got = Array.isArray(input) ? 'an array' : JSON.stringify(input).slice(0, 100);
    return `The \`arguments\` of a call must be an object; got ${got}.`;
  }
  // The SDK would drop it silently.
  return hasProtoKey(input) ? 'No property may have the name "__proto__".' : undefined;
}
