import type { AddedContext, HostAbortSignal, ToolContext } from '@btcp/core';
import { refusal } from './refusal.ts';

/** What a host adds to `ctx`. `dom` replaces the page's document; `signal` and `progress` are always the call's own. */
export type HostContext = Partial<Omit<ToolContext, 'signal' | 'progress'>> & object;

type Added = Partial<ToolContext> & { readonly ['__proto__']?: unknown };

interface ContextCall {
  /** Created when it is first read. */
  readonly signal: HostAbortSignal;
  /** Calls a method of `ctx` by its path, for example `page.text`. */
  use(path: string, args: readonly unknown[]): Promise<unknown>;
}

/** A member of `ctx` whose code is loaded when it is called. */
function memberOf(call: ContextCall, path: string): unknown {
  return new Proxy(() => 0, {
    // A context may be awaited.
    get: (_target, key) => (key === 'then' ? undefined : memberOf(call, `${path}.${String(key)}`)),
    apply: (_target, _this, args: readonly unknown[]) => call.use(path, args),
  });
}

/**
 * The `ctx` of one call. The host's properties and the document are own properties, so that copies have them too;
 * `signal` is not, because an own accessor would cost every call 0.3 µs.
 */
class CallContext {
  [added: string]: unknown;
  readonly #call: ContextCall;

  constructor(call: ContextCall) {
    this.#call = call;
  }

  get signal(): HostAbortSignal {
    return this.#call.signal;
  }

  // Of a call without a document: reading it throws, copying the context does not.
  get dom(): never {
    throw refusal('DOM_UNAVAILABLE');
  }

  static {
    for (const name of ['page', 'storage', 'fetch', 'clipboard', 'ask'])
      Object.defineProperty(this.prototype, name, {
        get(this: CallContext) {
          return memberOf(this.#call, name);
        },
      });
    // A tool could otherwise change the `ctx` of other tools' calls.
    Object.freeze(this.prototype);
  }
}

/** Makes the `ctx` of one call, from the host's properties and the call's own. */
export function createContext(
  call: ContextCall,
  host: HostContext | undefined,
  own: (AddedContext & Partial<Pick<ToolContext, 'progress'>>) | undefined,
): ToolContext {
  const context = new CallContext(call);
  const page = globalThis.document;
  // The usual call has neither, and each step would cost it time.
  if (page || host) {
    // Assigning to `__proto__` would remove the call's own properties.
    // oxlint-disable-next-line no-unused-vars -- only left out
    const { dom = page, signal: _s, progress: _p, __proto__: _, ...added }: Added = host ?? {};
    // A host's `storage` or `fetch` takes the place of the accessor.
    Object.defineProperties(context, Object.getOwnPropertyDescriptors(dom ? { dom, ...added } : added));
  }
  // They take precedence.
  if (own) Object.assign(context, own);
  // The classes above and the host's properties together are all of ToolContext.
  return context as unknown as ToolContext;
}
