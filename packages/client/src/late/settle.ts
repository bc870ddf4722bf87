import type { BTCPError as Refused, ValidationFailure, ValidationResult } from '@btcp/core';
import type { RunningCall } from '../running-call.ts';
import type { RegisteredEntry, Lane } from '../registry.ts';
import { askFirst, mayAskFor, warnUnknown } from './ask.ts';
import { FAILURE_TEXTS, type Repairable } from './failure-texts.ts';
import { isNews } from './tell.ts';

/**
 * Ends a call that failed, after what explains values is loaded. It goes on if a user can be asked for what it lacks, or
 * when its turn comes; and it succeeds if its output only has undeclared fields: they are left out.
 *
 * @param facts - Of its refusal; what is then wrong with an output is written into them.
 */
export function settle(call: RunningCall, thrown: unknown, facts: unknown[] | undefined): void {
  try {
    settleReadable(call, thrown, facts);
  } catch {
    // Options of plain JavaScript may throw when they are read.
    call.fail(thrown);
  }
}

function settleReadable(call: RunningCall, thrown: unknown, facts: unknown[] | undefined): void {
  const { options, name, state } = call;
  const { BTCPError } = state.parts;
  const { signal } = options;
  // A common mistake is to pass the controller.
  if (signal && typeof signal.addEventListener !== 'function')
    return call.fail(new BTCPError('INVALID_ARGUMENT', FAILURE_TEXTS.INVALID_ARGUMENT('signal', 'signal')));
  if (!facts) return call.fail(thrown);
  // Only a refusal has facts.
  const refusal = thrown as Refused;
  if (mayAskFor(call, refusal)) return void askFirst(call, refusal);
  if (refusal.code === 'TOO_MANY_CALLS' && wait(call)) return;
  // It may have been cancelled while a user was asked.
  if (refusal.code === 'CAPABILITY_DENIED' && signal?.aborted)
    return call.fail(new BTCPError('CALL_CANCELLED', FAILURE_TEXTS.CALL_CANCELLED(name, signal)));
  if (refusal.code === 'CAPABILITY_DENIED') void warnUnknown(state);
  const { loading } = Object(facts[1]) as Partial<ValidationFailure>;
  const end = (): void => {
    const result = Array.isArray(facts[2]) && repaired(call, facts[2] as unknown as Repairable);
    if (result && result.ok) return call.succeed(result.value);
    if (result) facts[1] = result;
    call.fail(refusal);
  };
  if (loading) void loading.then(end);
  else end();
}

function repaired(
  { state, name }: RunningCall,
  [validator, value]: Repairable,
): ValidationResult | undefined {
  const report = (place: string): void => {
    if (!state.options.development || !isNews(state, `${name} ${place}`)) return;
    // oxlint-disable-next-line no-console -- the caller gets a valid result, so that nobody else would say it
    console.warn(
      `BTCP: "${name}" returned \`${place}\`, which its output schema does not declare: it was left out.`,
    );
  };
  return validator?.project && validator(validator.project(value, report));
}

/** Replaces the bytes, blobs and canvases of a tool's output by base64 text. */
export async function encodeMedia(output: unknown, entry: RegisteredEntry): Promise<unknown> {
  const { encode } = await import('../content/encode.ts');
  return encode(output, entry);
}

/** The calls that wait for their turn, in the order they came. */
const queues = new WeakMap<Lane, Set<RunningCall>>();

// Node does not wait for the minute that a tool keeps its place after its deadline, and would end before the next call.
function stayAlive(queue: ReadonlySet<RunningCall>): void {
  const timer = setInterval(() => {
    if ([...queue].every(({ stopped }) => stopped)) clearInterval(timer);
  }, 100);
}

/** Lets a call wait for its turn, or run if that has come meanwhile; returns whether it may: only so many wait. */
function wait(call: RunningCall): boolean {
  const { lane } = call.entry;
  const { queued } = call.state.limits;
  const queue = queues.get(lane) ?? new Set();
  queues.set(lane, queue);
  if (queue.size >= queued) for (const waiting of queue) if (waiting.stopped) queue.delete(waiting);
  if (queue.size >= queued && lane.running >= lane.size) return false;
  if (queue.size === 0) stayAlive(queue);
  queue.add(call);
  let isPassingOn = false;
  lane.passOn ??= () => {
    // Calls that end at once would otherwise nest in each other.
    if (isPassingOn) return;
    isPassingOn = true;
    for (const next of queue) {
      if (lane.running >= lane.size) break;
      queue.delete(next);
      next.proceed();
    }
    isPassingOn = false;
  };
  lane.passOn();
  return true;
}
