import { replaceMembers } from './fakes/provide-globals.ts';

/** A clock that tests advance. */
export interface FakeClock {
  /** Milliseconds since the clock was installed. */
  readonly elapsed: number;
  /**
   * Advances the clock, and runs the timers that become due, in order. What awaits one of them has run before the next.
   *
   * @param milliseconds - At least 0.
   */
  readonly advance: (milliseconds: number) => Promise<void>;
  /** Restores the real clock; timers that are left never run. */
  readonly restore: () => void;
}

interface Timer {
  readonly run: () => void;
  /** Milliseconds between two runs of an interval. */
  readonly interval: number | undefined;
  at: number;
}

// The real one, so that promises settle while the clock stands still.
const nextTurn: (run: () => void) => unknown = globalThis.setImmediate ?? globalThis.setTimeout;

const settle = (): Promise<void> => new Promise((resolve) => void nextTurn(resolve));

/**
 * Replaces `setTimeout`, `setInterval`, `Date` and `performance.now` by a clock that only `advance` moves: a test of a
 * deadline takes no time, and is the same on every machine. Works with every test runner, and with none.
 *
 * @example
 * const clock = installFakeClock();
 * const call = client.callTool('waitForOrder', {}).catch((error) => error.code);
 * await clock.advance(30_000);
 * expect(await call).toBe('EXECUTION_TIMEOUT');
 * clock.restore();
 */
export function installFakeClock(): FakeClock {
  const timers = new Map<number, Timer>();
  const started = Date.now();
  // A whole number, so that what is added to it is exact.
  const startedPerformance = Math.ceil(performance.now());
  let elapsed = 0;
  // Above those of real timers, which are cleared as before.
  let lastId = 2 ** 40;
  const { clearTimeout } = globalThis;
  const add =
    (repeats: boolean) =>
    (run: (...values: unknown[]) => void, delay?: number, ...values: unknown[]) => {
      // As the platform does: no delay is shorter than a millisecond, and one that is not a number is none.
      const wait = Math.max(1, Number(delay) || 1);
      timers.set(++lastId, {
        run: () => run(...values),
        interval: repeats ? wait : undefined,
        at: elapsed + wait,
      });
      return handle(lastId);
    };
  const remove = (id: unknown): void => {
    if (!timers.delete(Number(id))) clearTimeout(id as number);
  };
  const restore = replaceMembers(globalThis, {
    setTimeout: add(false),
    setInterval: add(true),
    clearTimeout: remove,
    clearInterval: remove,
    Date: dateAt(() => started + elapsed),
  });
  const restorePerformance = replaceMembers(performance, { now: () => startedPerformance + elapsed });

  async function advance(milliseconds: number): Promise<void> {
    const end = elapsed + milliseconds;
    await settle();
    for (let due = nextDue(timers, end); due; due = nextDue(timers, end)) {
      const [id, timer] = due;
      elapsed = timer.at;
      if (timer.interval === undefined) timers.delete(id);
      else timer.at += timer.interval;
      timer.run();
      await settle();
    }
    elapsed = end;
  }
  return {
    get elapsed() {
      return elapsed;
    },
    advance,
    restore: () => {
      restore();
      restorePerformance();
      timers.clear();
    },
  };
}

/** What `setTimeout` returns in Node; a number where one is needed. */
function handle(id: number): object {
  const timer = { ref: () => timer, unref: () => timer, hasRef: () => true, [Symbol.toPrimitive]: () => id };
  return timer;
}

/** The earliest timer until then; of simultaneous ones, the one that was set first. */
function nextDue(timers: ReadonlyMap<number, Timer>, end: number): readonly [number, Timer] | undefined {
  let found: readonly [number, Timer] | undefined;
  for (const entry of timers)
    if (entry[1].at <= end && entry[1].at < (found?.[1].at ?? Infinity)) found = entry;
  return found;
}

/** `Date` with another clock. A proxy, so that dates of before are still instances of it. */
function dateAt(now: () => number): DateConstructor {
  const current = (values: unknown[]): unknown[] => (values.length === 0 ? [now()] : values);
  return new Proxy(Date, {
    construct: (target, values, newTarget) => Reflect.construct(target, current(values), newTarget) as Date,
    apply: (target) => String(new target(now())),
    get: (target, key, receiver) => (key === 'now' ? now : (Reflect.get(target, key, receiver) as unknown)),
  });
}
