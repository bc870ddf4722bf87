import { BTCPError } from '../btcp-error.ts';
import type { Progress } from '../tool.ts';
import { CONTEXT_MEMBERS } from './messages.ts';

/** Asks the host for a member of `ctx`. */
export type Ask = (member: string, args: readonly unknown[]) => Promise<unknown>;

/** The `ctx` of an isolated call: its methods are messages to the host. There is no document. */
export class RealmContext {
  declare readonly progress?: (update: Progress) => void;
  readonly #ask: Ask;

  // Most calls use few members, so each is made when it is read.
  static {
    for (const [name, member] of Object.entries(membersByName()))
      Object.defineProperty(this.prototype, name, {
        get(this: RealmContext) {
          return bind(member, this.#ask);
        },
      });
  }

  constructor(ask: Ask, progress: ((update: Progress) => void) | undefined) {
    this.#ask = ask;
    if (progress) this.progress = progress;
  }

  /** Never aborted: a call that is cancelled ends with its realm. QuickJS has no `AbortController`. */
  get signal(): unknown {
    const { AbortController } = globalThis as { AbortController?: new () => { readonly signal: unknown } };
    return AbortController ? new AbortController().signal : NEVER_ABORTED;
  }

  get dom(): never {
    throw new BTCPError('DOM_UNAVAILABLE', {
      message: 'There is no document where tools run isolated.',
      suggestion: 'Use `ctx.page`.',
    });
  }
}

/** A method by its path, or an object of members. */
type Member = string | { [name: string]: Member };

/** The methods of `ctx` as nested objects. */
function membersByName(): Readonly<Record<string, Member>> {
  const members: Record<string, Member> = {};
  for (const path of CONTEXT_MEMBERS) {
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    // Only the last key of a path is a method.
    const holder = keys.reduce((at, key) => (at[key] ??= {}) as Record<string, Member>, members);
    holder[last] = path;
  }
  return members;
}

function bind(member: Member, ask: Ask): unknown {
  if (typeof member === 'string') return (...args: readonly unknown[]) => ask(member, args);
  return Object.fromEntries(Object.entries(member).map(([name, inner]) => [name, bind(inner, ask)]));
}

const nothing = (): void => undefined;

const NEVER_ABORTED = {
  aborted: false,
  reason: undefined,
  throwIfAborted: nothing,
  addEventListener: nothing,
  removeEventListener: nothing,
};
