import { setFailureDetails } from '#failure-details';
import { BTCPError } from '../btcp-error.ts';
import { copyJson } from '../copy-json.ts';
import { FAILURE_DETAILS } from '../failures/failure-details.ts';
import type { LoadedImplementation } from '../registration.ts';
import type { Progress, ToolContext } from '../tool.ts';
import {
  MAX_MESSAGE,
  type HostMessage,
  type RealmMessage,
  type SentError,
  CONTEXT_MEMBERS,
} from './messages.ts';

/** The globals of a realm: a worker has them, and the engine gives them to QuickJS. */
interface RealmScope {
  close?: () => void;
  postMessage: (message: string) => void;
  addEventListener: (type: 'message', listener: (event: { readonly data: string }) => void) => void;
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: BTCPError) => void;
}

/**
 * Runs tools for a host: the end of the `isolated.js` that `btcp build` writes.
 *
 * @param tools - The implementations by name.
 * @param build - Identifies the script, so that a host notices another manifest's, or an old one.
 */
export function serveTools(tools: Readonly<Record<string, LoadedImplementation>>, build?: string): void {
  setFailureDetails(FAILURE_DETAILS);
  const scope = globalThis as unknown as RealmScope;
  const { postMessage } = scope;
  // A worker that closed itself would answer no call, and nothing would tell its host.
  delete scope.close;
  const send = (message: RealmMessage): void => postMessage.call(scope, JSON.stringify(message));
  const waiting = new Map<number, Waiting>();
  let requests = 0;

  const run = async (message: HostMessage & { readonly type: 'call' }): Promise<void> => {
    const { call, tool, input, confirm } = message;
    const ask = (member: string, args: readonly unknown[]): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const request = ++requests;
        // First, because it throws where the arguments are not JSON.
        send({ type: 'request', call, request, member, args });
        waiting.set(request, { resolve, reject });
      });
    const progress = (update: Progress): void => send({ type: 'progress', call, update });
    try {
      const context = new RealmContext(
        ask,
        message.progress ? progress : undefined,
      ) as unknown as ToolContext;
      const found = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
      const value = confirm ? sentenceOf(found, input) : await execute(found, input, context);
      // JSON would leave out, or replace, what it does not have.
      const copy = copyJson(value, true, MAX_MESSAGE);
      if (!copy.ok)
        throw new BTCPError('INVALID_OUTPUT', {
          message: `Invalid output of "${tool}"`,
          issues: copy.issues,
        });
      send({ type: 'result', call, value: copy.value });
    } catch (thrown) {
      send({ type: 'failure', call, error: BTCPError.from(thrown).toJSON() as unknown as SentError });
    }
  };

  const settle = (message: Exclude<HostMessage, { readonly type: 'call' }>): void => {
    const asked = waiting.get(message.request);
    waiting.delete(message.request);
    if (message.type === 'answer') asked?.resolve(message.value);
    else asked?.reject(new BTCPError(message.error.code, message.error));
  };

  scope.addEventListener('message', ({ data }) => {
    // The host is trusted: it could do anything here.
    const message = JSON.parse(data) as HostMessage;
    if (message.type === 'call') void run(message);
    else settle(message);
  });
  send({ type: 'ready', build });
}

function sentenceOf(tool: unknown, input: unknown): unknown {
  const { confirm } = Object(tool) as { readonly confirm?: unknown };
  return typeof confirm === 'function' ? (confirm as (input: unknown) => unknown)(input) : null;
}

function execute(tool: LoadedImplementation | undefined, input: unknown, context: ToolContext): unknown {
  if (!tool) throw new BTCPError('TOOL_NOT_FOUND', 'The isolated script lacks this tool.');
  // What `defineTool` returns can be called, too, but with less of a context.
  const { execute: run = tool } = tool as { readonly execute?: unknown };
  return (run as (input: unknown, context: ToolContext) => unknown).call(tool, input, context);
}

export type Ask = (member: string, args: readonly unknown[]) => Promise<unknown>;

/** The `ctx` of an isolated call: its methods are messages to the host. There is no document. */
class RealmContext {
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
