// The maximum delay of a deadline: in milliseconds, and as a part of its timeout.
const MAX_TICK = 50;
const PARTS = 8;

/** What ends after a time. */
export interface Deadline {
  /** Milliseconds. */
  timeout: number;
  /** On the clock of `performance.now()`; 0 until it is counted, Infinity once it was cleared. */
  at: number;
  /** Its index in the list of those that are set. */
  index: number;

  /** Called once when the time has passed, unless it was cleared. Must not throw. */
  expire(): void;
}

/** Those that are set, in no order. */
const deadlines: Deadline[] = [];
// The current timer; an earlier one only ticks once more.
let timer = 0;
// Its interval, and its clock: tests replace the clock, and restore it.
let wait = Infinity;
let clock: typeof setTimeout | undefined;

/**
 * Expires a deadline when its time has passed: never too early, and at most 50 ms or an eighth of its timeout late. All
 * deadlines share one timer that ticks while there are any, and no clock is read between two ticks: a deadline counts
 * from the first tick after it was set. So the usual call costs a place in a list.
 *
 * @param timeout - Milliseconds.
 */
export function setDeadline(deadline: Deadline, timeout: number): void {
  deadline.timeout = timeout;
  deadline.at = 0;
  deadline.index = deadlines.push(deadline) - 1;
  if (timeout < wait * PARTS || clock !== setTimeout) {
    deadline.at = performance.now() + timeout;
    tickIn(Math.min(timeout / PARTS, MAX_TICK));
  }
}

/** Clears a deadline; does nothing if it is not set. */
export function clearDeadline(deadline: Deadline): void {
  deadline.at = Infinity;
  if (deadlines[deadline.index] !== deadline) return;
  const last = deadlines.pop();
  if (!last || last === deadline) return;
  last.index = deadline.index;
  deadlines[last.index] = last;
}

export const allDeadlines = (): readonly Deadline[] => [...deadlines];

function tickIn(milliseconds: number): void {
  const id = ++timer;
  wait = milliseconds;
  clock = setTimeout;
  clock(() => tick(id), wait);
}

function tick(id: number): void {
  const now = performance.now();
  let next = MAX_TICK;
  if (id === timer) wait = Infinity;
  // Callbacks may set and clear deadlines; one that was cleared is at Infinity.
  for (const deadline of allDeadlines()) {
    deadline.at ||= now + deadline.timeout;
    if (deadline.at > now) next = Math.min(next, deadline.at - now);
    else {
      clearDeadline(deadline);
      deadline.expire();
    }
  }
  if (id === timer && deadlines.length > 0) tickIn(next);
}
