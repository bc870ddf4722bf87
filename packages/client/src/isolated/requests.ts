import { nextTask } from '#isolated-levels';
import type { BTCPError, ToolContext } from '@btcp/core';
import {
  CONTEXT_MEMBERS,
  MAX_MESSAGE,
  type HostMessage,
  type RealmMessage,
  type SentError,
} from '@btcp/core/isolated';
import type { ClientParts } from './realm.ts';

const MEMBERS: ReadonlySet<string> = new Set(CONTEXT_MEMBERS);

type Request = RealmMessage & { readonly type: 'request' };

/** Calls a member of a call's own `ctx`, which checks what is granted, and returns the answer; never rejects. */
export async function answerRequest(
  { request, member, args }: Request,
  context: ToolContext,
  { BTCPError, copyJson }: ClientParts,
): Promise<HostMessage> {
  try {
    if (!MEMBERS.has(member)) throw new BTCPError('INVALID_ARGUMENT', 'There is no such member of `ctx`.');
    const copy = copyJson(await callMember(context, member.split('.'), args), true, MAX_MESSAGE);
    if (!copy.ok)
      throw new BTCPError(
        'EXECUTION_ERROR',
        `\`ctx.${member}\` cannot return this: ${copy.issues[0]?.message}.`,
      );
    return { type: 'answer', request, value: copy.value };
  } catch (thrown) {
    return refuse(request, BTCPError.from(thrown));
  }
}

/** The answer to a request of a call that has ended. */
export function refuseLate({ request, member }: Request, { BTCPError }: ClientParts): HostMessage {
  const message = `\`ctx.${member.slice(0, 99)}\` was used after its call had ended.`;
  return refuse(
    request,
    new BTCPError('CALL_CANCELLED', { message, suggestion: 'Wait for it before the tool returns.' }),
  );
}

// Its JSON is what a realm reads.
const refuse = (request: number, error: BTCPError): HostMessage => ({
  type: 'refusal',
  request,
  error: error.toJSON() as unknown as SentError,
});

function callMember(context: ToolContext, keys: readonly string[], args: readonly unknown[]): unknown {
  let holder: unknown;
  let member: unknown = context;
  for (const key of keys) {
    holder = member;
    member = (member as Readonly<Record<string, unknown>>)[key];
  }
  return Reflect.apply(member as () => unknown, holder, args);
}

/** Milliseconds that realms may use the thread before its other tasks go on: half a frame. */
const SLICE = 8;
/** How long the thread is then left to others, in times of what a message took that needed several slices. */
const REST = 3;

/** The slice in use, which all realms share: they share the thread. */
let slice: { readonly end: number; longest: number; readonly isOver: Promise<void> } | undefined;

function currentSlice(): NonNullable<typeof slice> {
  return (slice ??= {
    end: performance.now() + SLICE,
    longest: 0,
    isOver: nextTask()
      .then(() => rest(slice?.longest ?? 0))
      .then(() => {
        slice = undefined;
      }),
  });
}

/** What to wait for where the slice is used up. */
function usedUp(): Promise<void> | undefined {
  const { end, isOver } = currentSlice();
  return performance.now() < end ? undefined : isOver;
}

function rest(longest: number): Promise<void> | undefined {
  if (longest < 2 * SLICE) return undefined;
  return new Promise((resolve) => setTimeout(resolve, REST * longest));
}

/** Runs the first of those that wait, and notes how long it held the thread. */
function runNext(waiting: (() => Promise<void>)[]): Promise<void> | undefined {
  const start = performance.now();
  const done = waiting.shift()?.();
  const current = currentSlice();
  current.longest = Math.max(current.longest, performance.now() - start);
  return done;
}

/** Does what a realm asks for in its order, in slices, so that deadlines and the page go on meanwhile. */
export class RequestQueue {
  readonly #most: number;
  #waiting: (() => Promise<void>)[] = [];
  #running = 0;

  /** @param most - How many are answered at the same time. */
  constructor(most: number) {
    this.#most = most;
  }

  /** @param answer - Must not reject. */
  add(answer: () => Promise<void>): void {
    this.#waiting.push(answer);
    if (this.#running < this.#most) void this.#run();
  }

  clear(): void {
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    this.#running++;
    while (this.#waiting.length > 0) await (usedUp() ?? runNext(this.#waiting));
    this.#running--;
  }
}
