import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { IS_BUILT } from '../system/process.ts';
import type { Performed } from './pool-worker.ts';
import { type Item, perform, type Result, type TaskName } from './tasks.ts';

/** Items per message: one message per item would cost more than the work. */
const BATCH = 20;
/** Batches that the worker holds: the current one and the next. */
const IN_FLIGHT = 2;
/** Number of batches that take as long as starting a worker. */
const WORTH_A_WORKER = 2;

interface Waiting {
  readonly item: Item<TaskName>;
  readonly resolve: (result: Result<TaskName>) => void;
  readonly reject: (reason: unknown) => void;
}

interface Batch {
  readonly task: TaskName;
  readonly waiting: Waiting[];
}

/** Runs CPU-bound tasks: in this thread while it is idle, and in a worker too once there are many. */
export class Pool {
  readonly #queue: Batch[] = [];
  readonly #sent: Batch[] = [];
  #worker: Worker | undefined;
  #isWorking = false;

  /** Runs a task for one item, batched with other items of the same task. */
  run<Name extends TaskName>(task: Name, item: Item<Name>): Promise<Result<Name>> {
    return new Promise((resolve, reject) => {
      const last = this.#queue.at(-1);
      const batch = last?.task === task && last.waiting.length < BATCH ? last : { task, waiting: [] };
      if (batch !== last) this.#queue.push(batch);
      batch.waiting.push({ item, resolve, reject });
      this.#feed();
      if (!this.#isWorking) void this.#work();
    });
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #work(): Promise<void> {
    this.#isWorking = true;
    // Handles the worker's messages between batches, so that both threads stay busy.
    await setImmediate();
    for (let batch = this.#queue.shift(); batch; batch = this.#queue.shift()) {
      await perform(workOf(batch)).then(resolveAll(batch), rejectAll(batch));
      await setImmediate();
    }
    this.#isWorking = false;
  }

  #feed(): void {
    while (this.#sent.length < IN_FLIGHT && (this.#worker || this.#queue.length > WORTH_A_WORKER)) {
      const [first] = this.#queue;
      // The last batch may still grow.
      if (!IS_BUILT || !first || first.waiting.length < BATCH) return;
      this.#worker ??= this.#start();
      this.#worker.postMessage(workOf(first));
      this.#queue.shift();
      this.#sent.push(first);
    }
  }

  #start(): Worker {
    const worker = new Worker(new URL('./pool-worker.js', import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    worker.on('message', (performed: Performed) => {
      const batch = this.#sent.shift();
      if (batch && 'results' in performed) resolveAll(batch)(performed.results);
      else if (batch && 'error' in performed) rejectAll(batch)(performed.error);
      this.#feed();
    });
    worker.on('error', (error) => {
      for (const batch of [...this.#sent.splice(0), ...this.#queue.splice(0)]) rejectAll(batch)(error);
      this.#worker = undefined;
    });
    return worker;
  }
}

const workOf = ({ task, waiting }: Batch) => ({ task, items: waiting.map(({ item }) => item) });

const resolveAll =
  ({ waiting }: Batch) =>
  (results: readonly Result<TaskName>[]): void => {
    for (const [index, { resolve }] of waiting.entries()) resolve(results[index] as Result<TaskName>); // one per item
  };

const rejectAll =
  ({ waiting }: Batch) =>
  (reason: unknown): void => {
    for (const { reject } of waiting) reject(reason);
  };
