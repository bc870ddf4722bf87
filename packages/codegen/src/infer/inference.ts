import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { TypesOptions } from '../source/types/types.ts';
import type { CodeReader } from './code-reader.ts';

/** What can be asked of the thread: the methods of `CodeReader`, later. */
type Question = Exclude<keyof CodeReader, 'close'>;

/** What can be asked about a tool. */
export type ToolQuestion = 'output' | 'capabilities' | 'handler';

/** Answers what is asked about the code of tools. */
export interface CodeQuestions {
  ask: <Method extends ToolQuestion>(
    method: Method,
    ...args: Parameters<CodeReader[Method]>
  ) => Promise<ReturnType<CodeReader[Method]>>;
}

/** A question that is sent to the thread. */
export interface InferenceRequest<Method extends Question = Question> {
  readonly id: number;
  readonly method: Method;
  readonly args: Parameters<CodeReader[Method]>;
}

/** What comes back. */
export type InferenceResponse = { readonly id: number } & (
  { readonly result: unknown } | { readonly error: Error }
);

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
}

// Node runs the thread only as built; from source the code is read in this one.
const CAN_USE_WORKER = extname(import.meta.url) === '.js';

/** Reads the code of tools in a thread of its own, beside the rest of a build. The thread loads before a project is known. */
export class Inference {
  readonly #worker: Worker | undefined;
  readonly #waiting = new Map<number, Waiting>();
  #project: TypesOptions | undefined;
  #reader: Promise<CodeReader> | undefined;
  #asked = 0;
  #failure: Error | undefined;

  constructor() {
    if (!CAN_USE_WORKER) return;
    this.#worker = new Worker(new URL('./inference-worker.js', import.meta.url));
    this.#worker.on('message', (response: InferenceResponse) => this.#receive(response));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    // A build that failed elsewhere does not wait for types.
    this.#worker.unref();
  }

  /** Begins to read a project; to be called once, before anything is asked. */
  open(project: TypesOptions): void {
    this.#project = project;
    this.#worker?.postMessage(project);
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
    // What answers is the method itself.
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

  /** Ends the thread and the checker. */
  async close(): Promise<void> {
    (await this.#reader)?.close();
    await this.#worker?.terminate();
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

// Built, the thread loads the checker, and this one does without.
async function readHere(project: TypesOptions | undefined): Promise<CodeReader> {
  if (!project) throw new Error('No project is open.');
  return new (await import('./code-reader.ts')).CodeReader(project);
}

/** Answers one question. */
export function answer(reader: CodeReader, { method, args }: InferenceRequest): unknown {
  // TypeScript does not see that the arguments are those of the method.
  return (reader[method] as (...given: readonly unknown[]) => unknown).apply(reader, args);
}
