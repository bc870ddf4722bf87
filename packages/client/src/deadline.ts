// The maximum delay of a deadline: in milliseconds, and as a part of its timeout.
const MAX_TICK = 50;
const PARTS = 8;

/** A node in the linked list of deadlines. */
export abstract class Deadline {
  /** Milliseconds. */
  timeout = 0;
  /** On the clock of `performance.now()`; 0 until it is counted. */
  at = 0;
  /** Its neighbours in the list, while it is set. */
  previous: Deadline | undefined;
  next: Deadline | undefined;

  /** Called once when the time has passed, unless it was cleared. Must not throw. */
  abstract expire(): void;
}

let first: Deadline | undefined;
// The current timer; an earlier one only ticks once more.
let timer = 0;
// Its interval, and its clock: tests replace the clock, and restore it.
let wait = Infinity;
let clock: typeof setTimeout | undefined;

/**
 * Expires a deadline when its time has passed: never too early, and at most 50 ms or an eighth of its timeout late. All
 * deadlines share one timer that ticks while there are any, and no clock is read between two ticks: a deadline counts
 * from the first tick after it was set. So the usual call costs a link in a list.
 *
 * @param timeout - Milliseconds.
 */
export function setDeadline(deadline: Deadline, timeout: number): void {
  deadline.timeout = timeout;
  deadline.at = 0;
  deadline.next = first;
  if (first) first.previous = deadline;
  first = deadline;
  if (timeout < wait * PARTS || clock !== setTimeout) {
    deadline.at = performance.now() + timeout;
    tickIn(Math.min(timeout / PARTS, MAX_TICK));
  }
}

/** Clears a deadline; does nothing if it is not set. */
export function clearDeadline(deadline: Deadline): void {
  const { previous, next } = deadline;
  if (next) next.previous = previous;
  if (previous) previous.next = next;
  else if (first === deadline) first = next;
  deadline.previous = deadline.next = undefined;
  deadline.at = Infinity;
}

/** All deadlines that are set. */
export function allDeadlines(): readonly Deadline[] {
  const all: Deadline[] = [];
  for (let deadline = first; deadline; deadline = deadline.next) all.push(deadline);
  return all;
}

function tickIn(milliseconds: number): void {
  const id = ++timer;
  wait = milliseconds;
  clock = setTimeout;
  clock(() => tick(id), wait);
}

function tick(id: number): void {
  const now = performance.now();
  const due: Deadline[] = [];
  let next = MAX_TICK;
  if (id === timer) wait = Infinity;
  for (let deadline = first; deadline; deadline = deadline.next) {
    deadline.at ||= now + deadline.timeout;
    if (deadline.at > now) next = Math.min(next, deadline.at - now);
    else due.push(deadline);
  }
  // Callbacks may set and clear deadlines, so collect first.
  for (const deadline of due) {
    if (deadline.at > now) continue;
    clearDeadline(deadline);
    deadline.expire();
  }
  if (id === timer && first) tickIn(next);
}
