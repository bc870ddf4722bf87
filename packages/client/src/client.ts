import {
  BTCPError,
  IMPLIED_CAPABILITIES,
  type GrantedCapability,
  type Manifest,
  type Registration,
} from '@btcp/core';
import { failureTexts } from '#failure-texts';
import type { Question } from './consent/ask-consent.ts';
import { CapabilityGate } from './consent/capability-gate.ts';
import { checkAboveZero } from './check-above-zero.ts';
import type {
  CapabilityDecision,
  ClientOptions,
  Grant,
  GrantOptions,
  Limits,
  RegisteredManifest,
  RegisterOptions,
  ToolsHandle,
  UseOptions,
} from './client-options.ts';
import type { ClientState } from './client-state.ts';
import { Emitter, type CallEnd, type ClientEvents, type ClientListener } from './events.ts';
import { failWith } from './failures/refusal.ts';
import { Lane } from './lane.ts';
import { filterTools, type ToolFilter } from './list-tools.ts';
import { loadChecks, loadIsolation } from './registration/load-checks.ts';
import { readBuilt } from './registration/read-built.ts';
import { type Registered, type RegisteredEntry, Registry } from './registration/registry.ts';
import { Uses } from './registration/uses.ts';
import { copied, runTool, stopRevoked } from './run-tool.ts';
import type { CallOptions, ToolCaller } from './tool-caller.ts';
import type { ChangedTool } from './signature/find-changes.ts';
import type { CheckedRegistration, RegisteredTool } from './tool-entry.ts';

/** Every option. Plain JavaScript and stored settings misspell them. */
const OPTIONS: readonly string[] =
  'context timeout limits onConsent onConfirm onAsk grantLowRisk grants compile development sandbox isolation fetchOrigins verify findUnconsented'.split(
    ' ',
  );

/** @throws BTCPError `INVALID_ARGUMENT` if an object has a property of another name. */
function checkNames(given: object, known: readonly string[]): void {
  for (const name of Object.keys(given))
    if (!known.includes(name))
      throw new BTCPError('INVALID_ARGUMENT', `No option \`${name}\`, only ${known.join()}.`);
}

const DEFAULT_LIMITS: Required<Limits> = { concurrent: 3, queued: 1000, input: 2 ** 20, output: 2 ** 20 };

/**
 * Runs tools behind a capability gate, their schemas and a deadline. Nothing is granted at first.
 *
 * @example
 * const client = new BTCPClient();
 * await client.registerManifest(registration);
 * await client.grantCapabilities(['dom:read']);
 * const { value } = await client.callTool('getCellValue', { cell: 'B5' });
 */
export class BTCPClient implements ToolCaller {
  readonly #state: ClientState;
  readonly #uses: Uses = new Uses({
    register: (registration, options, isCurrent) =>
      this.#register(registration, { ...options, replace: true }, isCurrent),
    remove: (name) => void this.#state.registry.delete(name),
  });
  #calls = 0;

  /** @throws BTCPError `INVALID_ARGUMENT` if `timeout` or a limit is not a number above 0, or a grant is malformed. */
  constructor(options: ClientOptions = {}) {
    const { development = false, timeout = 1, grants } = options;
    checkNames(options, OPTIONS);
    checkNames(options.limits ?? {}, Object.keys(DEFAULT_LIMITS));
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    checkAboveZero('timeout', timeout);
    for (const [name, limit] of Object.entries(limits)) if (limit !== Infinity) checkAboveZero(name, limit);
    const events = new Emitter();
    const gate = new CapabilityGate(development, events);
    for (const grant of [grants ?? []].flat()) {
      // Stored data: with a misspelt `manifest` it would grant to all.
      const { capability, manifest, ...others } = Object(grant) as Grant;
      if (Object.keys(others).length > 0)
        throw new BTCPError('INVALID_ARGUMENT', `Not one of \`grants\`: ${JSON.stringify(grant)}.`);
      gate.grant([capability], manifest);
    }
    failureTexts.preload();
    this.#state = { options, limits, events, registry: new Registry(events), gate, said: new Set() };
  }

  /** The capabilities in effect for all manifests: those granted and all that they imply, sorted. */
  get capabilities(): readonly string[] {
    return this.#state.gate.capabilities;
  }

  /** What was granted, to all manifests and to single ones: JSON, to be stored and passed as the option `grants`. */
  get grants(): readonly Grant[] {
    return this.#state.gate.grants;
  }

  /**
   * Registers all tools of a manifest, or on any problem none; once, if the same registration is passed again. One that is
   * not built is checked by a module that is imported then.
   *
   * @param registration - The one that `btcp build` wrote, or one written by hand; the client keeps a copy.
   * @throws BTCPError `INVALID_MANIFEST`, `MISSING_IMPLEMENTATION`, `MANIFEST_CONFLICT` (a name is taken, or
   * `clearManifests` was called meanwhile),
   * `VALIDATORS_MISMATCH` (not compiled from these schemas), `VALIDATORS_MISSING` (none, and no `compile` option),
   * `ISOLATION_UNAVAILABLE`, and what the option `verify` throws.
   */
  registerManifest(registration: Registration, options: RegisterOptions = {}): Promise<RegisteredManifest> {
    return this.#register(registration, options);
  }

  /**
   * Registers a manifest's tools for as long as something needs them, in the place of an older build of the manifest.
   * It may be used more than once: its tools stay until the last handle is disposed, so it fits effects of React's
   * StrictMode. While developing, a newer build from `@btcp/vite` takes its place by itself.
   *
   * @example
   * useEffect(() => client.use(registration).dispose, [client]);
   */
  use(registration: Registration, options: UseOptions = {}): ToolsHandle {
    return this.#uses.open(registration, options);
  }

  #register(registration: Registration, given: RegisterOptions): Promise<RegisteredManifest>;
  #register(
    registration: Registration,
    given: RegisterOptions,
    isCurrent: () => boolean,
  ): Promise<RegisteredManifest | undefined>;
  async #register(
    registration: Registration,
    given: RegisterOptions,
    isCurrent?: () => boolean,
  ): Promise<RegisteredManifest | undefined> {
    const { registry, options } = this.#state;
    const { replace, signature, sandbox = options.sandbox } = given;
    const { clears } = registry;
    const { verify, findUnconsented, compile } = options;
    const checked = readBuilt(registration) ?? (await loadChecks(registration, compile));
    const { manifest } = checked;
    // Awaits only what there is, so that what was built is registered at once.
    if (verify) await verify(manifest, signature);
    const changedTools = findUnconsented && (await findUnconsented(manifest));
    const running =
      sandbox === undefined && !manifest.config?.sandbox
        ? checked
        : await loadIsolation(checked, registration, sandbox, options);
    if (isCurrent?.() === false) return void running.retire?.();
    try {
      // Of two at once, the first one is registered meanwhile.
      const same = replace ? undefined : registry.findSame(registration);
      if (same) return (running.retire?.(), this.#registered(same));
      registry.checkFree(checked, replace, clears);
    } catch (error) {
      running.retire?.();
      return failWith(error);
    }
    if (!isCurrent) this.#uses.forget(manifest.name);
    return this.#registered(this.#add({ ...running, manifest }, registration, given, changedTools));
  }

  #add(
    running: CheckedRegistration,
    registration: Registration,
    given: RegisterOptions,
    changedTools: readonly ChangedTool[] | undefined,
  ): Registered {
    const { registry, options, limits } = this.#state;
    const { manifest } = running;
    const before = registry.findManifest(manifest.name);
    const lane = before?.lane ?? new Lane(limits.queued, manifest.name);
    const unconsented = new Set(changedTools?.map(({ tool }) => tool));
    const entries = running.entries.map((entry) => ({
      ...entry,
      lane,
      isUnconsented: unconsented.has(entry.tool.name),
      options: given,
    }));
    const registered = { ...running, entries, lane, registration, changedTools };
    registry.set(registered);
    before?.retire?.();
    const { maxConcurrent = limits.concurrent } = manifest.config ?? {};
    lane.resize(Math.min(maxConcurrent, options.limits?.concurrent ?? Infinity));
    return registered;
  }

  #registered({ manifest, changedTools }: Registered): RegisteredManifest {
    const missingCapabilities = this.#state.gate.missing({ ...manifest, manifest: manifest.name });
    return { manifest, missingCapabilities, changedTools };
  }

  /**
   * Lists a manifest's tools and lets them be called, because a user has consented to them.
   *
   * @param manifest - The one that `registerManifest` returned: one that took its place meanwhile still waits.
   */
  consent(manifest: Manifest): void {
    this.#state.registry.consent(manifest);
  }

  /**
   * Removes a manifest's tools. Calls that are running finish.
   *
   * @returns Whether a manifest of that name was registered.
   */
  async unregisterManifest(name: string): Promise<boolean> {
    this.#uses.forget(name);
    return this.#state.registry.delete(name);
  }

  /** Removes all tools. Calls that are running finish; grants stay. */
  async clearManifests(): Promise<void> {
    this.#uses.forget();
    this.#state.registry.clear();
  }

  /** Lists the registered tools, in the order of registration; by default without those that wait for consent. */
  listTools(filter: ToolFilter = {}): readonly RegisteredTool[] {
    return filterTools(this.#state, filter);
  }

  /** The registered tool of that name. */
  getTool(name: string): RegisteredTool | undefined {
    return this.#state.registry.find(name)?.tool;
  }

  /**
   * Grants capabilities, and all that they imply: `dom:write` grants `dom:read`.
   *
   * @returns The capabilities now in effect for all manifests.
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed, a wildcard outside development, or neither of the protocol nor
   * declared by a registered manifest; then none is granted.
   */
  async grantCapabilities(
    capabilities: readonly GrantedCapability[],
    { manifest }: GrantOptions = {},
  ): Promise<readonly string[]> {
    const { gate, registry } = this.#state;
    const tools = [...registry.entries].filter(({ tool }) => !manifest || tool.manifest === manifest);
    const declared = new Set(tools.flatMap(({ tool }) => tool.capabilities));
    const others = gate.check(capabilities).filter((id) => !declared.has(id));
    // Before anything is registered, nobody knows what will be.
    if (declared.size > 0 && others.length > 0) {
      const { refuseUnknown } = await import('./consent/ask-consent.ts');
      const problem = refuseUnknown(others, declared);
      if (problem) throw new BTCPError('INVALID_ARGUMENT', problem);
    }
    gate.grant(capabilities, manifest);
    return this.capabilities;
  }

  /**
   * Revokes capabilities, and the grants that imply them: revoking `dom:read` also revokes `dom:write`. Running calls
   * that need one end at once with `CAPABILITY_REVOKED`.
   *
   * @param options - `manifest` revokes what was granted to that one. Default: what was granted to any.
   * @returns The capabilities now in effect for all manifests.
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed, or is to be revoked from one manifest and is granted to all;
   * then none is revoked.
   */
  async revokeCapabilities(
    capabilities: readonly GrantedCapability[],
    { manifest }: GrantOptions = {},
  ): Promise<readonly string[]> {
    this.#state.gate.revoke(capabilities, manifest);
    stopRevoked(this.#state);
    return this.capabilities;
  }

  /** Says which capabilities are in effect for a manifest, or for all, without asking anybody. */
  preflightCapabilities(
    capabilities: readonly GrantedCapability[],
    { manifest }: GrantOptions = {},
  ): CapabilityDecision {
    const { gate } = this.#state;
    const ids = gate.check(capabilities);
    const missing = gate.missing({ capabilities: ids, manifest });
    return { granted: ids.filter((id) => !missing.includes(id)), missing };
  }

  /**
   * Asks the user, by the option `onConsent`, for those capabilities that are not in effect. One question is asked at a
   * time.
   *
   * @returns Which are in effect afterwards; without `onConsent`, those that were before.
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed, or no manifest has that name.
   */
  async requestCapabilities(
    capabilities: readonly GrantedCapability[],
    { manifest }: GrantOptions = {},
  ): Promise<CapabilityDecision> {
    const ids = this.#state.gate.check(capabilities);
    if (manifest !== undefined && !this.#state.registry.findManifest(manifest))
      throw new BTCPError('INVALID_ARGUMENT', `There is no manifest "${manifest}".`);
    await this.#ask({ capabilities: ids, manifest });
    return this.preflightCapabilities(ids, { manifest });
  }

  /**
   * Runs a registered tool under its capability gate, schemas and deadline.
   *
   * @param name - The tool's name, as in the manifest.
   * @param input - JSON; a copy is validated, defaults are applied to that copy. Default: `{}`.
   * @param options - `timeout` in milliseconds, capped by the tool's, else by its manifest's. Default: that cap, else
   * the client's default. `signal` cancels the call, `onProgress` receives its progress.
   * @returns The tool's result as JSON, without properties that its output schema does not declare, validated against
   * that; `null` for no result.
   * @throws BTCPError `TOOL_NOT_FOUND`, `CONSENT_REQUIRED`, `CAPABILITY_DENIED`, `INVALID_INPUT`, `INVALID_OUTPUT`, `EXECUTION_ERROR`,
   * `CONFIRMATION_REQUIRED`, `CONFIRMATION_DECLINED`,
   * `EXECUTION_TIMEOUT`, `CALL_CANCELLED`, `INVALID_ARGUMENT` (the options), `VALIDATORS_MISMATCH` (loaded at the first call,
   * from another build), or the tool's own.
   */
  callTool(name: string, input: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    return this.#state.events.active
      ? this.#observeCall(name, input, options)
      : this.#call(name, input, options);
  }

  /**
   * Calls a listener for an event. Errors of the listener are logged.
   *
   * @returns A function that removes the listener.
   */
  on<Event extends keyof ClientEvents>(event: Event, listener: ClientListener<Event>): () => void {
    return this.#state.events.on(event, listener);
  }

  #call(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    const { gate, registry, options: own } = this.#state;
    const entry = (own.onConsent ?? own.grantLowRisk) && registry.find(name);
    return entry && !entry.isUnconsented && !gate.allows(entry.tool)
      ? this.#askAndCall(entry, copied(input, this.#state.limits), options)
      : runTool(this.#state, name, input, options);
  }

  // Does not fail where nobody can be asked: the capabilities are then still missing.
  async #askAndCall(entry: RegisteredEntry, input: unknown, options: CallOptions): Promise<unknown> {
    const { registry } = this.#state;
    const { lane, tool } = entry;
    const { capabilities, manifest, name } = tool;
    await lane.whileAsking(() => this.#ask({ capabilities, manifest, tool, options })).catch(failWith);
    // What was registered in its place meanwhile may ask, too.
    return registry.find(name) === entry
      ? runTool(this.#state, name, input, options)
      : this.#call(name, input, options);
  }

  async #ask(question: Question): Promise<void> {
    const { askConsent } = await import('./consent/ask-consent.ts');
    await askConsent(this.#state, IMPLIED_CAPABILITIES, question);
  }

  #observeCall(tool: string, input: unknown, options: CallOptions): Promise<unknown> {
    const { events } = this.#state;
    const call = { id: ++this.#calls, tool, input, context: options.context };
    const started = performance.now();
    const end = (): CallEnd => ({ ...call, duration: performance.now() - started });
    events.emit('callStarted', call);
    const result = this.#call(tool, input, options);
    result.then(
      (output) => events.emit('callSucceeded', { ...end(), output }),
      // `runTool` rejects only with a BTCPError.
      (error: unknown) => events.emit('callFailed', { ...end(), error: error as BTCPError }),
    );
    return result;
  }
}
