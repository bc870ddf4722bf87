import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ManifestTool } from '@btcp/core';
import type { AnswerCache } from '../cache/answer-cache.ts';
import type { RuleSettings } from '@btcp/schema/check';
import { checkPublished, type PublishedCheck } from './published/check-published.ts';
import type { crossCheckValidators } from './published/cross-check-validators.ts';

/** Below this many tools, compiling them takes less time than starting a worker. */
const WORTH_A_WORKER = 40;
/** Tools per message: one message per tool would cost more than the work. */
const BATCH = 20;
/** Batches that the worker holds: the current one and the next. */
const IN_FLIGHT = 2;

// Node can start the worker only when built; from source this thread checks everything.
const CAN_USE_WORKER = extname(import.meta.url) === '.js';

/** How tools are checked as published. */
export interface PublishedSettings {
  /** Severities by rule. */
  readonly rules?: RuleSettings;
  /** Whether the validators are compared with ajv, too. */
  readonly crossCheck?: boolean;
}

/** What is sent to the worker. */
export interface CheckRequest {
  readonly published: ManifestTool;
  readonly unusable: ReadonlySet<string>;
}

interface Waiting {
  readonly request: CheckRequest;
  readonly resolve: (result: PublishedCheck | Promise<PublishedCheck>) => void;
  readonly reject: (reason: unknown) => void;
}

/** Checks and compiles tools: many of them in a worker, the rest in this thread while it waits for the type checker. */
export class PublishedChecker {
  readonly #settings: PublishedSettings;
  readonly #answers: AnswerCache;
  readonly #crossCheck: Promise<typeof crossCheckValidators | undefined>;
  readonly #worker: Worker | undefined;
  readonly #sent: (readonly Waiting[])[] = [];
  readonly #queue: (readonly Waiting[])[] = [];
  #collected: Waiting[] = [];
  #isSharing = false;

  /** @param toolCount - The expected number of tools. */
  constructor(toolCount: number, settings: PublishedSettings, answers: AnswerCache) {
    this.#settings = settings;
    this.#answers = answers;
    this.#crossCheck = loadCrossCheck(settings);
    if (!CAN_USE_WORKER || toolCount < WORTH_A_WORKER) return;
    this.#worker = new Worker(new URL('./check-worker.js', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxYoungGenerationSizeMb: 8 },
    });
    this.#worker.on('message', (results: readonly PublishedCheck[]) => {
      for (const [index, waiting] of (this.#sent.shift() ?? []).entries())
        waiting.resolve(results[index] as PublishedCheck);
      this.#feed();
    });
    this.#worker.on('error', (error) => this.#fail(error));
  }

  /** Checks a tool, unless the result is cached. */
  check(published: ManifestTool, unusable: ReadonlySet<string>): Promise<PublishedCheck> {
    const question = ['published', published, [...unusable], this.#settings];
    return this.#answers.get(question, () => this.#begin({ published, unusable }));
  }

  #begin(request: CheckRequest): Promise<PublishedCheck> {
    if (!this.#worker) return this.#check(request);
    return new Promise((resolve, reject) => {
      this.#collected.push({ request, resolve, reject });
      if (this.#collected.length === BATCH) this.flush();
    });
  }

  /** Begins with the collected tools; called when no more tools come for now. */
  flush(): void {
    if (this.#collected.length === 0) return;
    this.#queue.push(this.#collected);
    this.#collected = [];
    this.#feed();
    if (!this.#isSharing) void this.#share();
  }

  // Checks in this thread what the worker has not started yet.
  async #share(): Promise<void> {
    this.#isSharing = true;
    // Lets other messages be handled between batches, so that both threads have work.
    await setImmediate();
    for (let batch = this.#queue.pop(); batch; batch = this.#queue.pop()) {
      for (const { request, resolve } of batch) resolve(this.#check(request));
      await setImmediate();
    }
    this.#isSharing = false;
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #check({ published, unusable }: CheckRequest): Promise<PublishedCheck> {
    return checkPublished(published, unusable, this.#settings.rules, await this.#crossCheck);
  }

  #feed(): void {
    while (this.#sent.length < IN_FLIGHT) {
      const batch = this.#queue.shift();
      if (!batch) return;
      this.#sent.push(batch);
      this.#worker?.postMessage(batch.map((waiting) => waiting.request));
    }
  }

  #fail(error: unknown): void {
    const left = [...this.#sent, ...this.#queue, this.#collected].flat();
    this.#queue.length = 0;
    for (const waiting of left) waiting.reject(error);
  }
}

/** Loads ajv only where validators are to be compared with it. */
export async function loadCrossCheck({
  crossCheck,
}: PublishedSettings): Promise<typeof crossCheckValidators | undefined> {
  return crossCheck
    ? (await import('./published/cross-check-validators.ts')).crossCheckValidators
    : undefined;
}
