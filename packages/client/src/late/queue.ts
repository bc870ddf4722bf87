import type { Lane } from '../registry.ts';
import type { RunningCall } from '../running-call.ts';

/** The calls that wait for their turn, in the order they came. */
const queues = new WeakMap<Lane, Set<RunningCall>>();

/**
 * Lets a call wait for its turn, or run if its turn has come meanwhile.
 *
 * @returns Whether it may wait: only so many do.
 */
export function wait(call: RunningCall): boolean {
  const { lane } = call.entry;
  const { queued } = call.state.limits;
  const queue = queues.get(lane) ?? new Set();
  queues.set(lane, queue);
  if (queue.size >= queued) for (const waiting of queue) if (waiting.stopped) queue.delete(waiting);
  if (queue.size >= queued && lane.running >= lane.size) return false;
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
