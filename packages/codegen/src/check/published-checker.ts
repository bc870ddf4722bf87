import { extname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { ManifestTool } from '@btcp/core';
import type { AnswerCache } from '../cache/answer-cache.ts';
import type { RuleSettings } from '@btcp/schema/check';
import { checkPublished, type PublishedCheck } from './published/check-published.ts';
import type { judgeValidators } from './published/judge-validators.ts';

/** Fewer tools than this are compiled sooner than a worker has started. */
const WORTH_A_WORKER = 40;
/** Tools that are handed over together: a message each would cost more than the work. */
const BATCH = 20;
/** Batches that the worker has at a time: one to work on, and the next. */
const IN_FLIGHT = 2;

// Node runs the worker only as built; from source everything is checked in this thread.
const CAN_USE_WORKER = extname(import.meta.url) === '.js';

/** How tools are checked as published. */
export interface PublishedSettings {
  /** Severities by rule. */
  readonly rules?: RuleSettings;
  /** Whether ajv judges the validators, too. */
  readonly judges?: boolean;
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

/** Checks and compiles tools: in a thread of its own where there are many, and in this one when it has nothing else to do. */
export class PublishedChecker {
  readonly #settings: PublishedSettings;
  readonly #answers: AnswerCache;
  readonly #judge: Promise<typeof judgeValidators | undefined>;
  readonly #worker: Worker | undefined;
  readonly #sent: (readonly Waiting[])[] = [];
  readonly #queue: (readonly Waiting[])[] = [];
  #collected: Waiting[] = [];

  /** @param toolCount - How many tools are to be expected. */
  constructor(toolCount: number, settings: PublishedSettings, answers: AnswerCache) {
    this.#settings = settings;
    this.#answers = answers;
    this.#judge = judgeOf(settings);
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

  /** Checks a tool, unless that was done in an earlier build. */
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

  /** Hands over what has been collected; called when no more tools come for now. */
  flush(): void {
    if (this.#collected.length === 0) return;
    this.#queue.push(this.#collected);
    this.#collected = [];
    this.#feed();
  }

  /** Does in this thread what the worker has not come to. */
  async share(): Promise<void> {
    for (let batch = this.#queue.pop(); batch; batch = this.#queue.pop()) {
      for (const { request, resolve } of batch) resolve(this.#check(request));
      // Let the worker be fed.
      await setImmediate();
    }
  }

  /** Ends the worker. */
  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  async #check({ published, unusable }: CheckRequest): Promise<PublishedCheck> {
    return checkPublished(published, unusable, this.#settings.rules, await this.#judge);
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

/** What judges validators, if anything is to. A build without it does not load ajv. */
export async function judgeOf({ judges }: PublishedSettings): Promise<typeof judgeValidators | undefined> {
  return judges ? (await import('./published/judge-validators.ts')).judgeValidators : undefined;
}
