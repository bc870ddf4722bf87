import { describe, expect, it, vi } from 'vitest';
import { allDeadlines, clearDeadline, type Deadline, setDeadline } from './deadline.ts';

const createDeadline = (expire: () => void): Deadline => ({ timeout: 0, at: 0, index: 0, expire });

const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits until every deadline has passed. */
const passed = (): Promise<void> =>
  vi.waitFor(() => expect(allDeadlines()).toEqual([]), { timeout: 20_000, interval: 10 });

describe('setDeadline', () => {
  it('expires deadlines of any order, each once, and not the cleared ones', async () => {
    const log: string[] = [];
    const add = (name: string, timeout: number) => {
      const deadline = createDeadline(() => log.push(name));
      setDeadline(deadline, timeout);
      return deadline;
    };
    add('slow', 90);
    const cleared = add('cleared', 20);
    add('fast', 10);
    add('middle', 45);
    clearDeadline(cleared);
    expect(allDeadlines().length).toBe(3);
    await passed();
    // Those of one tick, on a busy machine, are in no order.
    expect(log.sort()).toEqual(['fast', 'middle', 'slow']);
  });

  it('lets callbacks set and clear other deadlines', async () => {
    const log: string[] = [];
    const victim = createDeadline(() => log.push('victim'));
    setDeadline(victim, 60_000);
    const first = createDeadline(() => {
      log.push('first');
      clearDeadline(victim);
      setDeadline(
        createDeadline(() => log.push('second')),
        10,
      );
    });
    setDeadline(first, 10);
    await passed();
    expect(log).toEqual(['first', 'second']);
  });

  it('does not expire a deadline that a simultaneous one cleared', async () => {
    const log: string[] = [];
    const create = (name: string, other: () => Deadline): Deadline =>
      createDeadline(() => {
        log.push(name);
        clearDeadline(other());
      });
    const first: Deadline = create('first', () => second);
    const second = create('second', () => first);
    const other = createDeadline(() => undefined);
    // Ticks before the two are set, so that both are counted from the next tick.
    setDeadline(other, 80);
    setDeadline(second, 90);
    setDeadline(first, 90);
    await passed();
    expect(log).toHaveLength(1);
  });

  it('starts again with a replaced clock', async () => {
    const log: string[] = [];
    vi.useFakeTimers();
    const forgotten = createDeadline(() => log.push('forgotten'));
    setDeadline(forgotten, 1000);
    vi.useRealTimers();
    const deadline = createDeadline(() => log.push('real'));
    setDeadline(deadline, 20);
    await sleep(60);
    clearDeadline(forgotten);
    expect(log).toContain('real');
  });

  it("expires by a test's clock", async () => {
    vi.useFakeTimers();
    try {
      const log: string[] = [];
      setDeadline(
        createDeadline(() => log.push('expired')),
        5000,
      );
      await vi.advanceTimersByTimeAsync(4999);
      expect(log).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(log).toEqual(['expired']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('waits longer than setTimeout can', async () => {
    const log: string[] = [];
    const deadline = createDeadline(() => log.push('early'));
    setDeadline(deadline, 2 ** 31 + 1000);
    await sleep(30);
    expect(log).toEqual([]);
    clearDeadline(deadline);
  });

  it('ignores clearing a deadline that is not set', () => {
    const deadline = createDeadline(() => undefined);
    const other = createDeadline(() => undefined);
    setDeadline(other, 1000);
    clearDeadline(deadline);
    clearDeadline(deadline);
    expect(allDeadlines().length).toBe(1);
    clearDeadline(other);
    clearDeadline(other);
    expect(allDeadlines().length).toBe(0);
  });
});
