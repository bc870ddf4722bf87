import type { Worker } from 'node:worker_threads';
import type { TypesOptions } from '../source/types/types.ts';
import { IS_BUILT } from '../system/process.ts';
import type { CodeReader } from './code-reader.ts';

/** The thread's interface: the methods of `CodeReader`, made asynchronous. */
type Question = Exclude<keyof CodeReader, 'close' | 'readAhead'>;

export type ToolQuestion = 'output' | 'capabilities' | 'handler';

export interface CodeQuestions {
  ask: <Method extends ToolQuestion>(
    method: Method,
    ...args: Parameters<CodeReader[Method]>
  ) => Promise<ReturnType<CodeReader[Method]>>;
}

/** How many files with tools TypeScript reads at once, where it can read them in parts. */
export const PART = 150;

export interface OpenedProject {
  readonly project: TypesOptions;
  /** Absolute paths of files to read before anything is asked: they have changed, so their tools will be asked about. */
  readonly ahead: readonly string[];
}

export interface InferenceRequest<Method extends Question = Question> {
  readonly id: number;
  readonly method: Method;
  readonly args: Parameters<CodeReader[Method]>;
}

export type InferenceResponse = { readonly id: number } & (
  { readonly result: unknown } | { readonly error: Error }
);

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

/** A thread that reads code, and the id of its TypeScript process. */
interface InferenceThread {
  readonly worker: Worker;
  readonly process: Int32Array;
}

/** Reads the code of tools in a worker, beside the rest of a build. The worker starts before a project is known. */
export class Inference {
  static #spare: InferenceThread | undefined;
  readonly #thread: InferenceThread | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #project: TypesOptions | undefined;
  #reader: Promise<CodeReader> | undefined;
  #asked = 0;
  #failure: Error | undefined;

  /** Starts the thread of the next instance, while what uses it is still loaded. */
  static prepare(): void {
    if (IS_BUILT) Inference.#spare ??= startThread();
  }

  constructor() {
    Inference.prepare();
    this.#thread = Inference.#spare;
    Inference.#spare = undefined;
    this.#worker?.on('message', (response: InferenceResponse) => this.#receive(response));
    this.#worker?.on('error', (error: Error) => this.#fail(error));
  }

  get #worker(): Worker | undefined {
    return this.#thread?.worker;
  }

  /** Begins to read a project, which later questions are about. */
  open(project: TypesOptions, ahead: readonly string[]): void {
    this.#project = project;
    void this.#reader?.then((reader) => reader.close());
    this.#reader = undefined;
    this.#worker?.postMessage({ project, ahead } satisfies OpenedProject);
  }

  /** Asks the thread. Questions are answered in order. Rejects where the checker fails on the code. */
  async ask<Method extends Question>(
    method: Method,
    ...args: Parameters<CodeReader[Method]>
  ): Promise<ReturnType<CodeReader[Method]>> {
    if (this.#failure) throw this.#failure;
    const result = this.#worker
      ? await this.#post(this.#worker, method, args)
      : answer(await (this.#reader ??= readHere(this.#project)), { id: 0, method, args });
    // The worker calls the method of this name.
    return result as ReturnType<CodeReader[Method]>;
  }

  #post<Method extends Question>(
    worker: Worker,
    method: Method,
    args: Parameters<CodeReader[Method]>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const id = ++this.#asked;
      this.#waiting.set(id, { resolve, reject });
      worker.ref();
      worker.postMessage({ id, method, args } satisfies InferenceRequest);
    });
  }

  async close(): Promise<void> {
    const reader = await this.#reader;
    this.#reader = undefined;
    reader?.close();
    // Before the thread ends: TypeScript reports a pipe that closes during a request as a crash of its own.
    this.#endProcess();
    await this.#worker?.terminate();
  }

  #endProcess(): void {
    const pid = this.#thread && Atomics.exchange(this.#thread.process, 0, 0);
    if (!pid) return;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended already.
    }
  }

  #receive(response: InferenceResponse): void {
    const waiting = this.#waiting.get(response.id);
    this.#waiting.delete(response.id);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('error' in response) waiting?.reject(response.error);
    else waiting?.resolve(response.result);
  }

  #fail(error: Error): void {
    this.#failure = error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

function startThread(): InferenceThread {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  // Only here: an unchanged build starts no thread.
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  const worker = new Worker(new URL('./inference-worker.js', import.meta.url), {
    workerData: shared,
    resourceLimits: { maxYoungGenerationSizeMb: 8 },
  });
  // A build that failed elsewhere must not wait for types.
  worker.unref();
  return { worker, process: shared };
}

// Imported on demand, because only the thread needs the checker when built.
async function readHere(project: TypesOptions | undefined): Promise<CodeReader> {
  if (!project) throw new Error('No project is open.');
  return new (await import('./code-reader.ts')).CodeReader(project);
}

export function answer(reader: CodeReader, { method, args }: InferenceRequest): unknown {
  // TypeScript cannot relate the arguments to the method.
  return (reader[method] as (...given: readonly unknown[]) => unknown).apply(reader, args);
}
