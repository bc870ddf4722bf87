import { nextTask } from '#isolated-levels';

/** Milliseconds that requests may use the thread before its other tasks go on: half a frame. */
const SLICE = 8;

/** The slice in use, which all realms share: they share the thread. */
let slice: { readonly end: number; readonly isOver: Promise<void> } | undefined;

/** What to wait for where the slice is used up. */
function usedUp(): Promise<void> | undefined {
  slice ??= {
    end: performance.now() + SLICE,
    isOver: nextTask().then(() => {
      slice = undefined;
    }),
  };
  return performance.now() < slice.end ? undefined : slice.isOver;
}

/** Answers the requests of a realm in their order, in slices, so that deadlines and the page go on meanwhile. */
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

  /** Drops what waits. */
  clear(): void {
    this.#waiting = [];
  }

  async #run(): Promise<void> {
    this.#running++;
    while (this.#waiting.length > 0) await (usedUp() ?? this.#waiting.shift()?.());
    this.#running--;
  }
}
