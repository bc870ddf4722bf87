import {
  BTCPError,
  copyJson,
  type ErrorCode,
  type HostAbortSignal,
  type Progress,
  type Validator,
} from '@btcp/core';
import { createContainedController } from './contained-controller.ts';
import { clearDeadline, Deadline, setDeadline } from './deadline.ts';
import { invalid } from './errors.ts';
import { createContext, type HostContext } from './tool-context.ts';
import type { ToolEntry } from './tool-entry.ts';

/** Options of one run. */
export interface RunOptions {
  /** Milliseconds. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: HostAbortSignal | undefined;
  readonly context: HostContext | undefined;
  readonly onProgress: ((update: Progress) => void) | undefined;
  /** Receives the places of undeclared fields in a result. */
  readonly onDropped: ((tool: string, place: string) => void) | undefined;
}

/** Maximum milliseconds for loading a tool; its own deadline begins after that. */
const LOAD_TIMEOUT = 30_000;

/**
 * Runs a tool between its two validations until it ends, its deadline passes or its caller cancels. What it does later
 * is ignored, even a rejection.
 *
 * @throws BTCPError
 */
export function runTool(entry: ToolEntry, input: unknown, options: RunOptions): Promise<unknown> {
  // One promise, and no async function: each would slow down every call.
  return new Promise((resolve, reject) => new Call(entry, options, resolve, reject).run(input));
}

// One object with methods: closures would slow down every call, too.
class Call extends Deadline {
  readonly #entry: ToolEntry;
  readonly #options: RunOptions;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: BTCPError) => void;
  #controller: AbortController | undefined;
  #stopped: BTCPError | undefined;
  #cancel: (() => void) | undefined;

  constructor(
    entry: ToolEntry,
    options: RunOptions,
    resolve: (value: unknown) => void,
    reject: (error: BTCPError) => void,
  ) {
    super();
    this.#entry = entry;
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // Most tools never read their signal, so its controller is made when one does.
  get signal(): HostAbortSignal {
    const controller = (this.#controller ??= createContainedController());
    if (this.#stopped) controller.abort(this.#stopped);
    return controller.signal;
  }

  run(input: unknown): void {
    const { input: validator, runner, tool } = this.#entry;
    const { signal } = this.#options;
    try {
      const checked = validated(validator, input, tool.name);
      if (signal) {
        const reason = (): unknown => signal.reason;
        this.#cancel = () => this.#stop('CALL_CANCELLED', 'was cancelled', attempt(reason));
        if (signal.aborted) return this.#cancel();
        signal.addEventListener('abort', this.#cancel);
      }
      if (runner.run) this.#start(checked);
      else void this.#load(checked);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #load(input: unknown): Promise<void> {
    setDeadline(this, LOAD_TIMEOUT);
    try {
      await this.#entry.runner.load?.();
      clearDeadline(this);
      this.#start(input);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #start(input: unknown): void {
    if (this.#stopped) return;
    const { context, timeout, onProgress } = this.#options;
    // Before it runs, so that time without returning to the event loop counts.
    setDeadline(this, timeout);
    const progress =
      onProgress && ((update: Progress): void => void (this.at < Infinity && onProgress(update)));
    const returned = this.#entry.runner.run?.(input, createContext(this, context, progress));
    if (typeof (returned as { then?: unknown } | null | undefined)?.then !== 'function')
      return this.#succeed(returned);
    Promise.resolve(returned).then(
      (value) => this.#succeed(value),
      (thrown: unknown) => this.#fail(thrown),
    );
  }

  override expire(): void {
    const { runner, timeout } = this.#entry;
    const limit = this.timeout === timeout ? ', its limit' : '';
    this.#stop('EXECUTION_TIMEOUT', `took longer than ${this.timeout} ms${runner.run ? limit : ' to load'}`);
  }

  #succeed(returned: unknown): void {
    if (this.#stopped) return;
    const { output, tool } = this.#entry;
    try {
      this.#resolve(validated(output, returned, tool.name, this.#options));
      this.#end();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #fail(thrown: unknown): void {
    this.#reject(BTCPError.from(thrown));
    this.#end();
  }

  #stop(code: ErrorCode, what: string, cause?: unknown): void {
    this.#stopped = new BTCPError(code, {
      message: `The call of "${this.#entry.tool.name}" ${what}.`,
      cause,
    });
    // Answers the caller first: the tool reacts to its signal too late.
    this.#fail(this.#stopped);
    this.#controller?.abort(this.#stopped);
  }

  #end(): void {
    clearDeadline(this);
    const { signal } = this.#options;
    const cancel = this.#cancel;
    if (cancel) attempt(() => signal?.removeEventListener('abort', cancel));
  }
}

/** The result of a function; `undefined` if it throws, as a signal that is not the platform's may. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

/** @param output - The options of the call, if the value is its result. */
function validated(
  validator: Validator | undefined,
  value: unknown,
  name: string,
  output?: RunOptions,
): unknown {
  const copy = copyJson(value, !!output);
  let result = copy.ok && validator ? validator(copy.value) : copy;
  // A valid value has no undeclared fields, so the usual result is traversed once.
  if (output && copy.ok && !result.ok && validator?.project)
    result = validator(validator.project(copy.value, (place) => output.onDropped?.(name, place)));
  if (result.ok) return result.value;
  const what = output ? 'output' : 'input';
  throw invalid(output ? 'INVALID_OUTPUT' : 'INVALID_INPUT', `${what} of "${name}"`, result.issues);
}
