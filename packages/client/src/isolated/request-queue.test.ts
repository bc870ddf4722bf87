import { setImmediate, setTimeout } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { RequestQueue } from './requests.ts';

const blockThread = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

/** A queue, and what its answers and the event loop do, in their order. */
function stub(most: number) {
  const log: string[] = [];
  const queue = new RequestQueue(most);
  const add = (name: string, answer: () => unknown): Promise<void> =>
    new Promise((resolve) => {
      queue.add(async () => {
        await answer();
        log.push(name);
        resolve();
      });
    });
  return { log, queue, add };
}

// The slice that an earlier test has used is over when another message is answered, and the one of that with the next task.
beforeEach(async () => {
  await stub(1).add('', () => undefined);
  await setTimeout(5);
});

it('lets other tasks go on when a slice is used up', async () => {
  const { log, add } = stub(1);
  void setImmediate().then(() => log.push('task'));
  await Promise.all(['a', 'b', 'c'].map((name) => add(name, () => blockThread(10))));
  expect(log).toEqual(['a', 'task', 'b', 'c']);
});

it('shares the slice with all other queues', async () => {
  const [one, other] = [stub(1), stub(1)];
  void setImmediate().then(() => other.log.push('task'));
  await Promise.all([one.add('a', () => blockThread(10)), other.add('b', () => blockThread(10))]);
  expect(other.log).toEqual(['task', 'b']);
});

it('leaves the thread to others for three times as long as a task took that needed several slices', async () => {
  const { add } = stub(1);
  let end = 0;
  void add('long', () => {
    blockThread(40);
    end = performance.now();
  });
  await add('next', () => undefined);
  expect(performance.now() - end).toBeGreaterThan(115);
});

it('answers one by one, or as many at the same time as it may', async () => {
  const started: string[] = [];
  const endless = (name: string) => (): Promise<void> => {
    started.push(name);
    return new Promise(() => undefined);
  };
  const [one, two] = [stub(1), stub(2)];
  for (const { add } of [one, two]) for (const name of ['a', 'b', 'c']) void add(name, endless(name));
  await expect.poll(() => started).toEqual(['a', 'a', 'b']);
});

it('drops what waits when it is cleared, and goes on after', async () => {
  const { log, queue, add } = stub(1);
  void add('a', () => blockThread(10));
  void add('b', () => undefined);
  queue.clear();
  await add('c', () => undefined);
  expect(log).toEqual(['a', 'c']);
});
