import { Refusal } from './refusal.ts';

/** A call that may have to wait for its turn. */
export interface Waiting {
  /** Enters again, as its turn has come. */
  proceed(): void;
}

/** Lets some calls of a manifest run at once, and keeps the others in the order they came. */
export class Lane {
  readonly #most: number;
  readonly #of: string;
  #size = 0;
  #running = 0;
  readonly #waiting = new Set<Waiting>();
  #isPassingOn = false;

  /**
   * @param most - How many calls may wait.
   * @param of - The name of their manifest.
   */
  constructor(most: number, of: string) {
    this.#most = most;
    this.#of = of;
  }

  /** Sets how many calls may run at once; at first none. */
  resize(size: number): void {
    this.#size = size;
    this.#passOn();
  }

  /**
   * @returns Whether the call may run now. If not, it waits until `proceed` is called.
   * @throws BTCPError `TOO_MANY_CALLS`
   */
  enter(call: Waiting): boolean {
    if (this.#running < this.#size) return !!++this.#running;
    if (this.#waiting.size >= this.#most) throw new Refusal('TOO_MANY_CALLS', this.#most, this.#of);
    this.#waiting.add(call);
    return false;
  }

  /** Removes a call, once, and lets the next one run. */
  leave(call: Waiting): void {
    // The usual call costs no more than this.
    if (this.#waiting.size === 0) return void this.#running--;
    if (this.#waiting.delete(call)) return;
    this.#running--;
    this.#passOn();
  }

  #passOn(): void {
    // Calls that end at once would otherwise nest in each other.
    if (this.#isPassingOn) return;
    this.#isPassingOn = true;
    for (const next of this.#waiting) {
      if (this.#running >= this.#size) break;
      this.#waiting.delete(next);
      next.proceed();
    }
    this.#isPassingOn = false;
  }
}
