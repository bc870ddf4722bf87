import {
  BTCPError,
  copyJson,
  type ErrorCode,
  type HostAbortSignal,
  IMPLIED_CAPABILITIES,
  type Progress,
  type Validator,
} from '@btcp/core';
import { createToolController } from '#tool-controller';
import type { CapabilityGate } from './capability-gate.ts';
import { allDeadlines, clearDeadline, Deadline, setDeadline } from './deadline.ts';
import type { Lane, Waiting } from './lane.ts';
import { createContext, type HostContext } from './tool-context.ts';
import type { ToolEntry } from './tool-entry.ts';

/** One run of a tool. */
export interface Run {
  readonly entry: ToolEntry;
  /** Knows what the tool may do, also while it runs. */
  readonly gate: CapabilityGate;
  readonly lane: Lane;
  /** Maximum size of its input and its output, as `copyJson` counts. */
  readonly sizes: readonly [input: number, output: number];
  /** Milliseconds. */
  readonly timeout: number;
  /** The caller's. */
  readonly signal: HostAbortSignal | undefined;
  readonly context: HostContext | (() => HostContext) | undefined;
  readonly fetchOrigins: readonly string[] | undefined;
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
 * @param prepare - Finds the tool; may throw. A call that has to wait for others is prepared again when it runs.
 * @throws BTCPError
 */
export function runTool(prepare: () => Run, input: unknown): Promise<unknown> {
  // One promise, and no async function: each would slow down every call.
  return new Promise((resolve, reject) => new Call(prepare, input, resolve, reject).proceed());
}

/** Ends the calls that a gate no longer allows. */
export function stopRevoked(gate: CapabilityGate): void {
  for (const call of allDeadlines()) if (call instanceof Call) call.recheck(gate);
}

// One object with methods: closures would slow down every call, too.
class Call extends Deadline implements Waiting {
  readonly #prepare: () => Run;
  #input: unknown;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: BTCPError) => void;
  // Set by `proceed`, which calls all that reads it.
  #run!: Run;
  #lane: Lane | undefined;
  #context: HostContext | undefined;
  #controller: AbortController | undefined;
  #stopped: BTCPError | undefined;
  #unlisten: (() => void) | undefined;

  constructor(
    prepare: () => Run,
    input: unknown,
    resolve: (value: unknown) => void,
    reject: (error: BTCPError) => void,
  ) {
    super();
    this.#prepare = prepare;
    this.#input = input;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // Most tools never read their signal, so its controller is made when one does.
  get signal(): HostAbortSignal {
    const controller = (this.#controller ??= createToolController());
    if (this.#stopped) controller.abort(this.#stopped);
    return controller.signal;
  }

  async use(path: string, args: readonly unknown[]): Promise<unknown> {
    const { useMember } = await import('./context-members/use-member.ts');
    return useMember(
      { BTCPError, implied: IMPLIED_CAPABILITIES },
      this.#run,
      this.#context,
      this.signal,
      path,
      args,
    );
  }

  proceed(): void {
    try {
      this.#unlisten?.();
      this.#lane = undefined;
      const { entry, signal, lane, sizes } = (this.#run = this.#prepare());
      const checked = (this.#input = validated(entry.input, this.#input, entry.tool.name, sizes[0]));
      if (signal) {
        const reason = (): unknown => signal.reason;
        const cancel = (): void => this.#stop('CALL_CANCELLED', 'was cancelled', attempt(reason));
        if (signal.aborted) return cancel();
        this.#unlisten = () => signal.removeEventListener('abort', cancel);
        signal.addEventListener('abort', cancel);
      }
      const mayRun = lane.enter(this);
      this.#lane = lane;
      if (!mayRun) return;
      if (entry.runner.run) this.#execute(checked);
      else void this.#load(checked);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #load(input: unknown): Promise<void> {
    setDeadline(this, LOAD_TIMEOUT);
    try {
      await this.#run.entry.runner.load?.();
      clearDeadline(this);
      this.#execute(input);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #execute(input: unknown): void {
    if (this.#stopped) return;
    const { entry, context, timeout, onProgress } = this.#run;
    this.#context = typeof context === 'function' ? context() : context;
    // Before it runs, so that time without returning to the event loop counts.
    setDeadline(this, timeout);
    const progress =
      onProgress && ((update: Progress): void => void (this.at < Infinity && onProgress(update)));
    const returned = entry.runner.run?.(input, createContext(this, this.#context, progress));
    if (typeof (returned as { then?: unknown } | null | undefined)?.then !== 'function')
      return this.#succeed(returned);
    Promise.resolve(returned).then(
      (value) => this.#succeed(value),
      (thrown: unknown) => this.#fail(thrown),
    );
  }

  override expire(): void {
    const { runner, timeout } = this.#run.entry;
    const limit = this.timeout === timeout ? ', its limit' : '';
    this.#stop('EXECUTION_TIMEOUT', `took longer than ${this.timeout} ms${runner.run ? limit : ' to load'}`);
  }

  recheck(gate: CapabilityGate): void {
    const { capabilities, manifest } = this.#run.entry.tool;
    if (this.#run.gate !== gate) return;
    const [revoked] = gate.missing(capabilities, manifest);
    if (revoked) this.#stop('CAPABILITY_REVOKED', `needs ${revoked}, which was revoked`);
  }

  #succeed(returned: unknown): void {
    if (this.#stopped) return;
    const { entry, sizes } = this.#run;
    try {
      this.#resolve(validated(entry.output, returned, entry.tool.name, sizes[1], this.#run));
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
      message: `The call of "${this.#run.entry.tool.name}" ${what}.`,
      cause,
    });
    // Answers the caller first: the tool reacts to its signal too late.
    this.#fail(this.#stopped);
    this.#controller?.abort(this.#stopped);
  }

  #end(): void {
    clearDeadline(this);
    if (this.#unlisten) attempt(this.#unlisten);
    const lane = this.#lane;
    this.#lane = undefined;
    lane?.leave(this);
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

/** @param output - The run, if the value is its result. */
function validated(
  validator: Validator | undefined,
  value: unknown,
  name: string,
  size: number,
  output?: Pick<Run, 'onDropped'>,
): unknown {
  const copy = copyJson(value, !!output, false, size);
  let result = copy.ok && validator ? validator(copy.value) : copy;
  // A valid value has no undeclared fields, so the usual result is traversed once.
  if (output && copy.ok && !result.ok && validator?.project)
    result = validator(validator.project(copy.value, (place) => output.onDropped?.(name, place)));
  if (result.ok) return result.value;
  throw new BTCPError(output ? 'INVALID_OUTPUT' : 'INVALID_INPUT', {
    message: `Invalid ${output ? 'output' : 'input'} of "${name}"`,
    issues: result.issues,
  });
}
