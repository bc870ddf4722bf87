import { BTCPError, copyJson, type HostAbortSignal, IMPLIED_CAPABILITIES, type Progress } from '@btcp/core';
import { failureTexts } from '#failure-texts';
import { createToolController } from '#tool-controller';
import { checkAboveZero } from './check-above-zero.ts';
import { type ClientState, isNews } from './client-state.ts';
import { contained } from './events.ts';
import { Refusal } from './failures/refusal.ts';
import { allDeadlines, clearDeadline, Deadline, setDeadline } from './deadline.ts';
import type { Lane, Waiting } from './lane.ts';
import type { RegisteredEntry } from './registration/registry.ts';
import type { CallOptions } from './tool-caller.ts';
import { createContext, type HostContext } from './tool-context.ts';
import type { RegisteredTool, ToolEntry } from './tool-entry.ts';

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
  /** What a user has confirmed: what took its place since is asked for anew. */
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

  /** @param args - Without them, `ask` asks whether the call may run. */
  async use(path: string, args?: readonly unknown[]): Promise<unknown> {
    if (path === 'ask')
      return (await import('./consent/ask-user.ts')).ask(
        this,
        this.#state,
        this.#entry,
        this.#options,
        this.#input,
        args,
        [BTCPError, clearDeadline, setDeadline],
      );
    // Before the module is loaded, as the call may end meanwhile.
    const { signal } = this;
    const { useMember } = await import('./context-members/use-member.ts');
    return useMember(
      {
        state: this.#state,
        tool: this.#entry.tool,
        context: this.#context,
        signal,
        BTCPError,
        implied: IMPLIED_CAPABILITIES,
      },
      path,
      args,
    );
  }

  // A call that had to wait for others begins anew.
  proceed(): void {
    // It may have ended while something was loaded, or a user was asked.
    if (this.#stopped) return;
    try {
      this.#unlisten?.();
      this.#lane = undefined;
      const { registry } = this.#state;
      const entry = registry.find(this.#name);
      if (!entry) throw new Refusal('TOOL_NOT_FOUND', this.#name);
      const { lane, isUnconsented } = (this.#entry = entry);
      if (isUnconsented) throw new Refusal('CONSENT_REQUIRED', this.#name);
      this.#readOptions();
      this.#checkGranted();
      if (!entry.input) {
        // Its caller may change it meanwhile.
        this.#input = copied(this.#input, this.#state.limits);
        return void this.#load(entry.loadChecks, (checks) => {
          Object.assign(entry, checks);
          this.proceed();
        });
      }
      if (entry.tool.deprecated) warnOnce(this.#state, entry.tool);
      this.#input = validated(this.#state, entry, this.#input, false);
      if (this.#isCancelled()) return;
      // Before it takes a place: users who do not answer must not keep others' calls from running.
      if (entry.tool.confirm && this.#confirmed !== entry)
        return void this.#load(
          () => this.use('ask'),
          () => {
            this.#confirmed = entry;
            this.proceed();
          },
        );
      const mayRun = lane.enter(this);
      this.#lane = lane;
      if (!mayRun) return;
      if (entry.runner.run) this.#execute();
      else void this.#load(entry.runner.load, () => this.#execute());
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #readOptions(): void {
    const { timeout, signal } = this.#options;
    if (timeout !== undefined) checkAboveZero('timeout', timeout);
    // A common mistake is to pass the controller.
    if (
      signal &&
      !(typeof signal.addEventListener === 'function' && typeof signal.removeEventListener === 'function')
    )
      throw new Refusal('INVALID_ARGUMENT', 'signal');
    const limit = this.#entry.timeout ?? timeout ?? this.#state.options.timeout ?? DEFAULT_TIMEOUT;
    this.#timeout = Math.min(timeout ?? limit, limit);
    this.#signal = signal;
  }

  #checkGranted(): void {
    const { tool } = this.#entry;
    const { gate } = this.#state;
    if (gate.allows(tool)) return;
    // The call may have been cancelled while a user was asked.
    if (this.#signal?.aborted) throw new Refusal('CALL_CANCELLED', tool.name);
    throw new Refusal('CAPABILITY_DENIED', tool, gate.missing(tool), gate);
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

  async #load<T>(load: (() => Promise<T>) | undefined, use: (loaded: T | undefined) => void): Promise<void> {
    setDeadline(this, LOAD_TIMEOUT);
    try {
      const loaded = await load?.();
      clearDeadline(this);
      use(loaded);
    } catch (thrown) {
      this.#fail(thrown);
    }
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
    failureTexts.use((texts) =>
      texts ? texts.endFailed(Refusal.factsOf(thrown), this.#resolve, reject) : reject(),
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

/** A copy that nobody else can change; what cannot be copied is refused when it is validated. */
export function copied(input: unknown, { input: most }: ClientState['limits']): unknown {
  const copy = copyJson(input, false, false, most);
  return copy.ok ? copy.value : input;
}

/** The result of a function; `undefined` if it throws, as a signal that is not the platform's may. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function warnOnce(state: ClientState, tool: RegisteredTool): void {
  if (!isNews(state, tool.name)) return;
  if (state.events.active) state.events.emit('deprecatedCalled', { tool });
  // oxlint-disable-next-line no-console -- nobody listens, and the call works
  else console.warn('BTCP: deprecated', tool.name, JSON.stringify(tool.deprecationMessage));
}

/** A copy of an input or output that its schema allows. */
function validated(state: ClientState, entry: ToolEntry, value: unknown, isOutput: boolean): unknown {
  const { options, said, limits } = state;
  const { name } = entry.tool;
  // Not by a name in a variable, which takes a tenth of a call's time.
  const validator = isOutput ? entry.output : entry.input;
  const most = (isOutput ? limits.output : limits.input) + (validator?.media ?? 0);
  const copy = copyJson(value, isOutput, false, most);
  const result = copy.ok && validator ? validator(copy.value) : copy;
  if (result.ok) return result.value;
  const repairable = isOutput && copy.ok && ([validator, copy.value, options.development && said] as const);
  throw new Refusal(isOutput ? 'INVALID_OUTPUT' : 'INVALID_INPUT', name, result, repairable);
}
