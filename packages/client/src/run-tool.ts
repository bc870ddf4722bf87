import type { BTCPError, HostAbortSignal, Progress, CallOptions } from '@btcp/core';
import { copyJson } from '@btcp/core/internal';
import { lateParts } from '#late-parts';
import { createToolController } from '#tool-controller';
import type { ClientState } from './client-state.ts';
import { allDeadlines, clearDeadline, setDeadline } from './deadline.ts';
import { factsOf, isAboveZero, refusal, toError } from './refusal.ts';
import type { Lane, RegisteredEntry } from './registry.ts';
import type { RunningCall } from './running-call.ts';
import { createContext, type HostContext } from './tool-context.ts';
import type { Checks } from './tool-entry.ts';

/** Milliseconds: the deadline by default, and of loading a tool, whose own begins after that. */
const TIMEOUT = 30_000;
/** Milliseconds after which a tool that goes on behind its deadline no longer counts as running. */
const ABANDONED_AFTER = 60_000;

/**
 * Runs a tool between its two validations until it ends, its deadline passes or its caller cancels. What it does later
 * is ignored, even a rejection.
 *
 * @throws BTCPError
 */
export function runTool(
  state: ClientState,
  name: string,
  input: unknown,
  options: CallOptions,
): Promise<unknown> {
  // One promise, and no async function: each would slow down every call.
  return new Promise((resolve, reject) => new Call(state, name, input, options, resolve, reject).proceed());
}

/** Ends the running calls that a client's grants no longer allow. */
export function stopRevoked(state: ClientState): void {
  // Nothing else has a deadline.
  for (const call of allDeadlines() as readonly Call[]) if (call.state === state) call.recheck();
}

// One object with methods: closures would slow down every call, too; and so would initializers of fields.
class Call implements RunningCall {
  declare timeout: number;
  declare at: number;
  declare index: number;
  declare readonly state: ClientState;
  declare readonly name: string;
  declare readonly options: CallOptions;
  declare input: unknown;
  // Set by `proceed`, which calls all that reads it.
  declare entry: RegisteredEntry;
  declare context: HostContext | undefined;
  declare stopped: BTCPError | undefined;
  declare asked: RegisteredEntry | undefined;
  declare confirmed: RegisteredEntry | undefined;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: BTCPError) => void;
  #lane: Lane | undefined;
  #controller: AbortController | undefined;
  /** Whether the tool's own code has not ended; an isolated tool ends with its call. */
  #isRunning = false;
  #unlisten: (() => void) | undefined;

  constructor(
    state: ClientState,
    name: string,
    input: unknown,
    options: CallOptions | null,
    resolve: (value: unknown) => void,
    reject: (error: BTCPError) => void,
  ) {
    this.state = state;
    this.name = name;
    // Plain JavaScript may pass `null`.
    this.options = options ?? {};
    this.input = input;
    this.context = this.stopped = this.asked = this.confirmed = undefined;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // Most tools never read their signal, so its controller is made when one does.
  get signal(): HostAbortSignal {
    const controller = (this.#controller ??= createToolController());
    if (this.stopped) controller.abort(this.stopped);
    return controller.signal;
  }

  async use(path: string, args: readonly unknown[]): Promise<unknown> {
    // Made before anything is loaded, as the call may end meanwhile.
    void this.signal;
    return (await lateParts.need()).callMember(this, path, args);
  }

  // A call that had to wait for others begins anew.
  proceed(): void {
    // It may have ended while something was loaded, or a user was asked.
    if (this.stopped) return;
    try {
      const { state, name } = this;
      const { timeout = TIMEOUT } = this.options;
      const entry = state.registry.tools.get(name);
      if (!entry) throw refusal('TOOL_NOT_FOUND', name);
      const { lane, tool } = (this.entry = entry);
      if (entry.isUnconsented) throw refusal('CONSENT_REQUIRED', name);
      if (!isAboveZero(timeout)) throw refusal('INVALID_ARGUMENT', 'number', 'timeout', timeout);
      // What is loaded later may ask a user for them, and let the call proceed.
      if (!state.gate.allows(tool)) throw refusal('CAPABILITY_DENIED', name, state.gate, tool);
      const { checks } = entry;
      if (typeof checks === 'function') return this.#load(checks, (loaded) => (entry.checks = loaded));
      if (tool.deprecated) lateParts.use((late) => late?.warnDeprecated(state, tool));
      this.input = validated(this, this.input, false);
      this.#listen();
      if (this.stopped) return;
      // Before it takes a place: users who do not answer must not keep others' calls from running.
      if (tool.confirm && this.confirmed !== entry) throw refusal('CONFIRMATION_REQUIRED', name);
      // What is loaded later lets it wait.
      if (lane.running >= lane.size) throw refusal('TOO_MANY_CALLS', state.limits.queued, tool.manifest);
      lane.running++;
      this.#lane = lane;
      const { load } = entry.runner;
      if (load && !entry.runner.run) this.#load(load);
      else this.#execute();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #listen({ signal } = this.options): void {
    this.#unlisten?.();
    if (!signal) return;
    const cancel = (): void => this.#stop(refusal('CALL_CANCELLED', this.name, signal));
    this.#unlisten = () => signal.removeEventListener('abort', cancel);
    if (signal.aborted) cancel();
    else signal.addEventListener('abort', cancel);
  }

  /** Awaits something: a call that has its place then runs, another begins anew. */
  #load<T>(load: () => Promise<T>, use?: (loaded: T) => void): void {
    // Its caller may change it meanwhile; what cannot be copied is refused when it is validated.
    const copy = copyJson(this.input, false, this.state.limits.input);
    if (copy.ok) this.input = copy.value;
    setDeadline(this, TIMEOUT);
    this.#listen();
    load()
      .then((loaded) => {
        clearDeadline(this);
        use?.(loaded);
        if (this.#lane) this.#execute();
        else this.proceed();
      })
      .catch((thrown: unknown) => this.#fail(thrown));
  }

  #execute(): void {
    if (this.stopped) return;
    const { runner, options, checks, timeout: ofTool } = this.entry;
    const { context = this.state.options.context, afterRun } = options;
    const { onProgress, context: own, timeout } = this.options;
    const limit = ofTool ?? timeout ?? this.state.options.timeout ?? TIMEOUT;
    this.context = typeof context === 'function' ? context() : context;
    // Before it runs, so that time without returning to the event loop counts.
    setDeadline(this, Math.min(timeout ?? limit, limit));
    const added = onProgress
      ? {
          ...own,
          progress: (update: Progress): void => {
            if (this.at < Infinity) lateParts.use((late) => late?.tellProgress(onProgress, update));
          },
        }
      : own;
    const host = runner.isIsolated ? undefined : this.context;
    let returned: unknown;
    try {
      returned = runner.run?.(this.input, createContext(this, host, added));
    } catch (thrown) {
      // What follows a call also follows one that throws at once.
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- whatever the tool threw
      returned = Promise.reject(thrown);
    }
    // They are loaded.
    if ((checks as Checks).output?.media)
      returned = Promise.all([returned, lateParts.need()]).then(([value, late]) =>
        late.encodeMedia(value, this.entry),
      );
    this.#isRunning = !runner.isIsolated;
    const ended = Promise.resolve(returned);
    (afterRun ? ended.finally(afterRun) : ended).then(
      (value) => this.#succeed(value),
      (thrown: unknown) => this.#fail(thrown),
    );
  }

  /** @returns Why the call ended before its tool did, if so: it then kept its place until now. */
  #settle(): BTCPError | undefined {
    this.#isRunning = false;
    if (this.stopped) this.#leave();
    return this.stopped;
  }

  expire(): void {
    this.#stop(refusal('EXECUTION_TIMEOUT', this.name, this.timeout, this.entry));
  }

  recheck(): void {
    const [revoked] = this.state.gate.missing(this.entry.tool);
    if (revoked) this.#stop(refusal('CAPABILITY_REVOKED', this.name, revoked));
  }

  #succeed(returned: unknown): void {
    if (this.#settle()) return;
    try {
      this.succeed(validated(this, returned, true));
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  /** Fails, unless what is loaded later finds a way out. */
  #fail(thrown: unknown): void {
    if (this.#settle()) return;
    clearDeadline(this);
    lateParts.use((late) => (late ? late.settle(this, thrown, factsOf(thrown)) : this.fail(thrown)));
  }

  #stop(thrown: BTCPError): void {
    // Answers the caller first: the tool reacts to its signal too late. Waits for nothing, as the network may be gone.
    this.fail((this.stopped = toError(thrown)));
  }

  succeed(result: unknown): void {
    this.#resolve(result);
    this.#end();
  }

  fail(thrown: unknown): void {
    this.#reject(toError(thrown));
    this.#end();
  }

  #end(): void {
    clearDeadline(this);
    try {
      this.#unlisten?.();
    } catch {
      // A signal that is not the platform's may throw.
    }
    // Nothing that an isolated tool asked for outlives its call.
    if (this.stopped ?? this.entry?.runner.isIsolated) this.#controller?.abort(this.stopped);
    if (!this.#isRunning) this.#leave();
    else if (this.stopped) {
      // A tool that ignores its signal for ever must not block the others. Node would wait for the timer.
      const timer: unknown = setTimeout(() => this.#leave(), ABANDONED_AFTER);
      (timer as { unref?: () => void }).unref?.();
    }
  }

  #leave(): void {
    const lane = this.#lane;
    if (!lane) return;
    this.#lane = undefined;
    lane.running--;
    lane.passOn?.();
  }
}

/** A copy of an input or output that its schema allows. */
function validated({ state, entry, name }: Call, value: unknown, isOutput: boolean): unknown {
  const { limits } = state;
  // They are loaded.
  const checks = entry.checks as Checks;
  // Not by a name in a variable, which takes a tenth of a call's time.
  const validator = isOutput ? checks.output : checks.input;
  const most = (isOutput ? limits.output : limits.input) + (validator?.media ?? 0);
  const copy = copyJson(value, isOutput, most);
  const result = copy.ok && validator ? validator(copy.value) : copy;
  if (result.ok) return result.value;
  throw refusal(
    isOutput ? 'INVALID_OUTPUT' : 'INVALID_INPUT',
    name,
    result,
    isOutput && copy.ok && ([validator, copy.value] as const),
  );
}
