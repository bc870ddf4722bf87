/** Something that ends after a time; a link in the list of those set. */
export abstract class Deadline {
  /** Milliseconds. */
  timeout = 0;
  /** On the clock of `performance.now()`; 0 until it is counted. */
  at = 0;
  /** The neighbours in the list, where it is set. */
  previous: Deadline | undefined;
  next: Deadline | undefined;

  /** Called once when the time has passed, unless cleared before. Must not throw. */
  abstract expire(): void;
}

// How late a deadline may be: at most so many milliseconds, and this part of its timeout.
const MAX_TICK = 50;
const PARTS = 8;

let first: Deadline | undefined;
// The timer that counts; one that was set before it only looks once more.
let timer = 0;
// How long it waits, and with which clock: tests put their own in its place, and take it away again.
let wait = Infinity;
let clock: typeof setTimeout | undefined;

/**
 * Expires a deadline when its time has passed: never too early, and at most 50 ms or an eighth of its timeout late.
 * All deadlines share one timer that ticks while there are any, and between two ticks no clock is read: what is still
 * set at the next tick is counted from there. So the usual call costs a link in a list.
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

/** Forgets a deadline; nothing happens if it is not set. */
export function clearDeadline(deadline: Deadline): void {
  const { previous, next } = deadline;
  if (next) next.previous = previous;
  if (previous) previous.next = next;
  else if (first === deadline) first = next;
  deadline.previous = deadline.next = undefined;
  deadline.at = Infinity;
}

/** How many deadlines are set. */
export function countDeadlines(): number {
  let count = 0;
  for (let deadline = first; deadline; deadline = deadline.next) count++;
  return count;
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
  // What they do may set and clear others, so the list is not walked while they expire.
  for (const deadline of due) {
    if (deadline.at > now) continue;
    clearDeadline(deadline);
    deadline.expire();
  }
  if (id === timer && first) tickIn(next);
}
