import { BTCPError } from '@btcp/core';

/** A call that may have to wait for its turn. */
export interface Waiting {
  /** Enters again, as its turn has come. */
  proceed(): void;
}

/** Lets some calls of a manifest run at once, and keeps the others in the order they came. */
export class Lane {
  #free: number;
  readonly #most: number;
  readonly #of: string;
  readonly #waiting = new Set<Waiting>();
  #isPassingOn = false;

  /**
   * @param free - How many calls may run at once.
   * @param most - How many may wait.
   * @param of - The name of their manifest.
   */
  constructor(free: number, most: number, of: string) {
    this.#free = free;
    this.#most = most;
    this.#of = of;
  }

  /**
   * @returns Whether the call may run now. If not, it waits until `proceed` is called.
   * @throws BTCPError `TOO_MANY_CALLS`
   */
  enter(call: Waiting): boolean {
    if (this.#free > 0) return !!this.#free--;
    if (this.#waiting.size >= this.#most)
      throw new BTCPError('TOO_MANY_CALLS', `${this.#most} calls of ${this.#of} are waiting already.`);
    this.#waiting.add(call);
    return false;
  }

  /** Removes a call, once, and lets the next one run. */
  leave(call: Waiting): void {
    // The usual call costs no more than this.
    if (this.#waiting.size === 0) return void this.#free++;
    if (this.#waiting.delete(call)) return;
    this.#free++;
    // Calls that end at once would otherwise nest in each other.
    if (this.#isPassingOn) return;
    this.#isPassingOn = true;
    for (const next of this.#waiting) {
      if (this.#free < 1) break;
      this.#waiting.delete(next);
      next.proceed();
    }
    this.#isPassingOn = false;
  }
}
