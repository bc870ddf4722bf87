import { BTCPError } from '../btcp-error.ts';
import type { Progress } from '../tool.ts';
import { CONTEXT_MEMBERS } from './messages.ts';

/** Asks the host for a member of `ctx`. */
export type Ask = (member: string, args: readonly unknown[]) => Promise<unknown>;

/** The `ctx` of an isolated call: its methods are messages to the host. There is no document. */
export function createRealmContext(ask: Ask, progress: ((update: Progress) => void) | undefined): object {
  const context: Members = { signal: neverAborted() };
  for (const member of CONTEXT_MEMBERS) {
    const keys = member.split('.');
    const last = keys.pop() ?? member;
    const holder = keys.reduce<Members>((at, key) => (at[key] ??= {}) as Members, context);
    holder[last] = (...args: readonly unknown[]) => ask(member, args);
  }
  if (progress) context['progress'] = progress;
  return Object.defineProperty(context, 'dom', {
    get() {
      throw new BTCPError('DOM_UNAVAILABLE', {
        message: 'There is no document where tools run isolated.',
        suggestion: 'Use `ctx.page`.',
      });
    },
  });
}

const nothing = (): void => undefined;

type Members = Record<string, unknown>;

// A call that is cancelled ends with its realm, so that its signal never has to abort. QuickJS has no `AbortController`.
function neverAborted(): unknown {
  const { AbortController } = globalThis as { AbortController?: new () => { readonly signal: unknown } };
  if (AbortController) return new AbortController().signal;
  return {
    aborted: false,
    reason: undefined,
    throwIfAborted: nothing,
    addEventListener: nothing,
    removeEventListener: nothing,
  };
}
