/** Something that ends at a time; a link in the list of those set. */
export abstract class Deadline {
  /** On the clock of `performance.now()`; infinity while it is not set. */
  at: number = Infinity;
  /** The neighbours in the list, where it is set. */
  previous: Deadline | undefined;
  next: Deadline | undefined;

  /** Called once when the time has passed, unless cleared before. Must not throw. */
  abstract expire(): void;
}

// The shortest time between two looks at the list, and the longest that `setTimeout` waits. Milliseconds.
const MIN_WAIT = 4;
const MAX_WAIT = 2 ** 31 - 1;

let first: Deadline | undefined;
let timerAt = Infinity;
let timerId = 0;
// Keeps a Node process alive as long as a deadline is set, and no longer.
let timer: NodeTimer | undefined;

interface NodeTimer {
  ref?(): void;
  unref?(): void;
}

/**
 * Expires a deadline when its time has passed. All deadlines share one timer, set for the earliest: the usual call
 * ends long before, and costs no timer of its own. They are linked, because a `Set` of short-lived objects is slow.
 *
 * @param timeout - Milliseconds.
 */
export function setDeadline(deadline: Deadline, timeout: number): void {
  const now = performance.now();
  deadline.at = now + timeout;
  deadline.next = first;
  if (first) first.previous = deadline;
  else timer?.ref?.();
  first = deadline;
  // A timer that should have fired and did not belongs to a clock that is gone: a test's fake one.
  if (deadline.at < timerAt || timerAt < now) setTimer(deadline.at, now);
}

/** Forgets a deadline; nothing happens if it is not set. */
export function clearDeadline(deadline: Deadline): void {
  const { previous, next } = deadline;
  if (next) next.previous = previous;
  if (previous) previous.next = next;
  else if (first === deadline) first = next;
  deadline.previous = deadline.next = undefined;
  deadline.at = Infinity;
  if (!first) timer?.unref?.();
}

/** How many deadlines are set. */
export function countDeadlines(): number {
  let count = 0;
  for (let deadline = first; deadline; deadline = deadline.next) count++;
  return count;
}

function setTimer(at: number, now: number): void {
  const id = ++timerId;
  timerAt = at;
  // An earlier timer is not cleared but ignored when it fires.
  timer?.unref?.();
  // In Node a timer is an object; in a page it is a number, which has no such methods.
  timer = setTimeout(
    () => id === timerId && expireDue(),
    Math.min(Math.max(at - now, MIN_WAIT), MAX_WAIT),
  ) as unknown as NodeTimer;
}

function expireDue(): void {
  const now = performance.now();
  const due: Deadline[] = [];
  timerAt = Infinity;
  let earliest = Infinity;
  for (let deadline = first; deadline; deadline = deadline.next) {
    if (deadline.at > now) earliest = Math.min(earliest, deadline.at);
    else due.push(deadline);
  }
  // What they do may set and clear others, so the list is not walked while they expire.
  for (const deadline of due) {
    if (deadline.at > now) continue;
    clearDeadline(deadline);
    deadline.expire();
  }
  if (earliest < timerAt) setTimer(earliest, now);
}
