import { BTCPError, copyJson, type HostAbortSignal, type Progress } from '@btcp/core';
import { lateParts } from '#late-parts';
import { createToolController } from '#tool-controller';
import type { ClientState } from './client-state.ts';
import { contained } from './events.ts';
import { allDeadlines, clearDeadline, Deadline, setDeadline } from './deadline.ts';
import type { Lane, Waiting } from './lane.ts';
import { isAboveZero, Refusal } from './refusal.ts';
import type { RegisteredEntry } from './registry.ts';
import type { CallOptions } from './tool-caller.ts';
import { createContext, type HostContext } from './tool-context.ts';
import type { ToolEntry } from './tool-entry.ts';

const DEFAULT_TIMEOUT = 30_000;
/** Maximum milliseconds for loading a tool; its own deadline begins after that. */
const LOAD_TIMEOUT = 30_000;
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
  for (const call of allDeadlines()) if (call instanceof Call) call.recheck(state);
}

// One object with methods: closures would slow down every call, too.
class Call extends Deadline implements Waiting {
  readonly #state: ClientState;
  readonly #name: string;
  #input: unknown;
  readonly #options: CallOptions;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (error: BTCPError) => void;
  // Set by `proceed`, which calls all that reads it.
  #entry!: RegisteredEntry;
  #timeout = 0;
  #signal: HostAbortSignal | undefined;
  #lane: Lane | undefined;
  #context: HostContext | undefined;
  #controller: AbortController | undefined;
  #stopped: BTCPError | undefined;
  /** What a user was asked for the capabilities of, and has confirmed: what took its place since is asked for anew. */
  #consented: RegisteredEntry | undefined;
  #confirmed: RegisteredEntry | undefined;
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
    super();
    this.#state = state;
    this.#name = name;
    this.#input = input;
    // Plain JavaScript may pass `null`.
    this.#options = options ?? {};
    this.#resolve = resolve;
    this.#reject = reject;
  }

  // Most tools never read their signal, so its controller is made when one does.
  get signal(): HostAbortSignal {
    const controller = (this.#controller ??= createToolController());
    if (this.#stopped) controller.abort(this.#stopped);
    return controller.signal;
  }

  /** @param args - Without them, it asks whether the call may run. */
  async use(path: string, args?: readonly unknown[]): Promise<unknown> {
    const call = {
      state: this.#state,
      entry: this.#entry,
      options: this.#options,
      input: this.#input,
      context: this.#context,
      // Before anything is loaded, as the call may end meanwhile.
      signal: this.signal,
      deadline: this,
    };
    return (lateParts.loaded ?? (await lateParts.need())).callMember(call, path, args);
  }

  // A call that had to wait for others begins anew.
  proceed(): void {
    // It may have ended while something was loaded, or a user was asked.
    if (this.#stopped) return;
    try {
      this.#unlisten?.();
      this.#lane = undefined;
      const { registry, gate, options } = this.#state;
      const entry = registry.tools.get(this.#name);
      if (!entry) throw new Refusal('TOOL_NOT_FOUND', this.#name);
      const { lane, tool } = (this.#entry = entry);
      if (entry.isUnconsented) throw new Refusal('CONSENT_REQUIRED', this.#name);
      this.#readOptions();
      if (!gate.allows(tool)) {
        if ((options.onConsent ?? options.grantLowRisk) && this.#consented !== entry)
          return this.#load(
            () => this.use('consent'),
            () => void (this.#consented = entry),
          );
        // The call may have been cancelled while a user was asked.
        if (this.#signal?.aborted) throw new Refusal('CALL_CANCELLED', this.#name);
        throw new Refusal('CAPABILITY_DENIED', this.#name, gate.missing(tool), gate, tool.manifest);
      }
      if (!entry.input) return this.#load(entry.loadChecks, (checks) => void Object.assign(entry, checks));
      if (tool.deprecated) lateParts.use((late) => late?.warnDeprecated(this.#state, tool));
      this.#input = validated(this.#state, entry, this.#input, false);
      if (this.#isCancelled()) return;
      // Before it takes a place: users who do not answer must not keep others' calls from running.
      if (tool.confirm && this.#confirmed !== entry)
        return this.#load(
          () => this.use('ask'),
          () => void (this.#confirmed = entry),
        );
      const mayRun = lane.enter(this);
      this.#lane = lane;
      if (!mayRun) return;
      if (entry.runner.run) this.#execute();
      else this.#load(entry.runner.load);
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #readOptions(): void {
    const { timeout, signal } = this.#options;
    if (timeout !== undefined && !isAboveZero(timeout))
      throw new Refusal('INVALID_ARGUMENT', 'number', 'timeout', timeout);
    // A common mistake is to pass the controller.
    if (
      signal &&
      !(typeof signal.addEventListener === 'function' && typeof signal.removeEventListener === 'function')
    )
      throw new Refusal('INVALID_ARGUMENT', 'signal', 'signal');
    const limit = this.#entry.timeout ?? timeout ?? this.#state.options.timeout ?? DEFAULT_TIMEOUT;
    this.#timeout = Math.min(timeout ?? limit, limit);
    this.#signal = signal;
  }

  #isCancelled(): boolean {
    const signal = this.#signal;
    if (!signal) return false;
    const cancel = (): void =>
      this.#stop(
        new Refusal('CALL_CANCELLED', this.#name),
        attempt((): unknown => signal.reason),
      );
    if (signal.aborted) return (cancel(), true);
    this.#unlisten = () => signal.removeEventListener('abort', cancel);
    signal.addEventListener('abort', cancel);
    return false;
  }

  /** Awaits something: a call that has its place then runs, another begins anew. */
  #load<T>(load: (() => Promise<T>) | undefined, use?: (loaded: T | undefined) => void): void {
    // Its caller may change it meanwhile; what cannot be copied is refused when it is validated.
    const copy = copyJson(this.#input, false, this.#state.limits.input);
    if (copy.ok) this.#input = copy.value;
    setDeadline(this, LOAD_TIMEOUT);
    Promise.resolve(load?.())
      .then((loaded) => {
        clearDeadline(this);
        use?.(loaded);
        if (this.#lane) this.#execute();
        else this.proceed();
      })
      .catch((thrown: unknown) => this.#fail(thrown));
  }

  #execute(): void {
    if (this.#stopped) return;
    const { runner, options, output } = this.#entry;
    const { context = this.#state.options.context, afterRun } = options;
    const { onProgress, context: own } = this.#options;
    // The caller's mistake is not the tool's.
    const tell = onProgress && contained(onProgress, 'onProgress');
    this.#context = typeof context === 'function' ? context() : context;
    // Before it runs, so that time without returning to the event loop counts.
    setDeadline(this, this.#timeout);
    const progress = tell && ((update: Progress): void => void (this.at < Infinity && tell(update)));
    const host = runner.isIsolated ? undefined : this.#context;
    let returned = runner.run?.(this.#input, createContext(this, host, own, progress && { progress }));
    if (output?.media)
      returned = Promise.all([returned, import('./content/encode.ts')]).then(([value, { encode }]) =>
        encode(value, this.#entry),
      );
    if (!afterRun && typeof (returned as { then?: unknown } | null | undefined)?.then !== 'function')
      return this.#succeed(returned);
    this.#isRunning = !runner.isIsolated;
    const ended = Promise.resolve(returned);
    (afterRun ? ended.finally(afterRun) : ended).then(
      (value) => (this.#settle(), this.#succeed(value)),
      (thrown: unknown) => (this.#settle(), this.#fail(thrown)),
    );
  }

  // A call that ended before its tool did keeps its place until then.
  #settle(): void {
    this.#isRunning = false;
    if (this.#stopped) this.#leave();
  }

  override expire(): void {
    this.#stop(new Refusal('EXECUTION_TIMEOUT', this.#name, this.timeout, this.#entry));
  }

  recheck(state: ClientState): void {
    if (this.#state !== state) return;
    const [revoked] = state.gate.missing(this.#entry.tool);
    if (revoked) this.#stop(new Refusal('CAPABILITY_REVOKED', this.#name, revoked));
  }

  #succeed(returned: unknown): void {
    if (this.#stopped) return;
    try {
      this.#resolve(validated(this.#state, this.#entry, returned, true));
      this.#end();
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #fail(thrown: unknown): void {
    const reject = (): void => this.#reject(Refusal.toError(thrown));
    lateParts.use((late) =>
      late ? late.endFailed(Refusal.factsOf(thrown), this.#resolve, reject) : reject(),
    );
    this.#end();
  }

  #stop(refusal: Refusal, cause?: unknown): void {
    this.#stopped = Refusal.toError(refusal, cause);
    // Answers the caller first: the tool reacts to its signal too late. Waits for nothing, as the network may be gone.
    this.#reject(BTCPError.from(this.#stopped));
    this.#end();
  }

  #end(): void {
    clearDeadline(this);
    if (this.#unlisten) attempt(this.#unlisten);
    // Nothing that an isolated tool asked for outlives its call.
    const controller = this.#controller;
    if (controller && (this.#stopped ?? this.#entry.runner.isIsolated)) controller.abort(this.#stopped);
    if (!this.#isRunning) this.#leave();
    else if (this.#stopped) this.#leaveLater();
  }

  // A tool that ignores its signal for ever must not block the others.
  #leaveLater(): void {
    const timer: unknown = setTimeout(() => this.#leave(), ABANDONED_AFTER);
    // Node would wait for it.
    (timer as { unref?: () => void }).unref?.();
  }

  #leave(): void {
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

/** A copy of an input or output that its schema allows. */
function validated(state: ClientState, entry: ToolEntry, value: unknown, isOutput: boolean): unknown {
  const { limits } = state;
  // Not by a name in a variable, which takes a tenth of a call's time.
  const validator = isOutput ? entry.output : entry.input;
  const most = (isOutput ? limits.output : limits.input) + (validator?.media ?? 0);
  const copy = copyJson(value, isOutput, most);
  const result = copy.ok && validator ? validator(copy.value) : copy;
  if (result.ok) return result.value;
  throw new Refusal(
    isOutput ? 'INVALID_OUTPUT' : 'INVALID_INPUT',
    entry.tool.name,
    result,
    isOutput && copy.ok && ([validator, copy.value, state] as const),
  );
}
