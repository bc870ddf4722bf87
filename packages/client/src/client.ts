import { BTCPError, type Manifest, type Registration } from '@btcp/core';
import { CapabilityGate, type Grant } from './capability-gate.ts';
import type {
  CapabilityDecision,
  ClientOptions,
  GrantOptions,
  Limits,
  RegisteredManifest,
  RegisterOptions,
} from './client-options.ts';
import { Consent } from './consent.ts';
import { Emitter, type CallEnd, type ClientEvents, type ClientListener } from './events.ts';
import { Lane } from './lane.ts';
import { filterTools, type ToolFilter } from './list-tools.ts';
import { loadChecks, loadIsolation } from './load-checks.ts';
import { readBuilt } from './read-built.ts';
import { Registry, type Registered } from './registry.ts';
import { runTool, stopRevoked, type Run } from './run-tool.ts';
import type { CallOptions, ToolCaller } from './tool-caller.ts';
import type { RegisteredTool, ToolEntry } from './tool-entry.ts';

const DEFAULT_TIMEOUT = 30_000;
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
  readonly #events = new Emitter();
  readonly #registry = new Registry(this.#events);
  readonly #gate: CapabilityGate;
  readonly #options: ClientOptions;
  readonly #limits: Required<Limits>;
  readonly #sizes: Run['sizes'];
  readonly #consent: Consent;
  readonly #onDropped: Run['onDropped'];
  readonly #deprecated = new Set<string>();
  #calls = 0;

  /** @throws BTCPError `INVALID_ARGUMENT` if `timeout` or a limit is not a number above 0, or a grant is malformed. */
  constructor(options: ClientOptions = {}) {
    const { development = false, timeout = DEFAULT_TIMEOUT, grants = [] } = options;
    checkAboveZero('timeout', timeout);
    this.#options = options;
    const limits = (this.#limits = { ...DEFAULT_LIMITS, ...options.limits });
    for (const [name, limit] of Object.entries(limits)) checkAboveZero(name, limit, Infinity);
    this.#sizes = [limits.input, limits.output];
    this.#gate = new CapabilityGate(development);
    for (const { capability, manifest } of grants) this.#gate.grant([capability], manifest);
    this.#consent = new Consent(
      {
        gate: this.#gate,
        options,
        findManifest: (name) => this.#registry.findManifest(name)?.manifest,
        onChange: (changed) => this.#events.on('toolsChanged', changed),
        onGranted: () => void this.#capabilitiesChanged(),
      },
      limits.queued,
    );
    this.#onDropped = development ? warnOnce() : undefined;
  }

  /** The capabilities in effect for all manifests: those granted and all that they imply, sorted. */
  get capabilities(): readonly string[] {
    return this.#gate.capabilities;
  }

  /** What was granted, to all manifests and to single ones: JSON, to be stored and passed as the option `grants`. */
  get grants(): readonly Grant[] {
    return this.#gate.grants;
  }

  /**
   * Registers all tools of a manifest, or on any problem none. A registration that is not built is checked by a module
   * that is imported then.
   *
   * @param registration - The one that `btcp build` wrote, or one written by hand; the client keeps a copy.
   * @throws BTCPError `INVALID_MANIFEST`, `MISSING_IMPLEMENTATION`, `MANIFEST_CONFLICT` (a name is taken, or
   * `clearManifests` was called meanwhile),
   * `VALIDATORS_MISMATCH` (not compiled from these schemas), `VALIDATORS_MISSING` (none, and no `compile` option),
   * `ISOLATION_UNAVAILABLE`, and what the option `verify` throws.
   */
  async registerManifest(
    registration: Registration,
    { replace, signature, sandbox = this.#options.sandbox }: RegisterOptions = {},
  ): Promise<RegisteredManifest> {
    const { clears } = this.#registry;
    const checked = readBuilt(registration) ?? (await loadChecks(registration, this.#options.compile));
    const { manifest } = checked;
    const { name } = manifest;
    const { verify, findUnconsented } = this.#options;
    // Without them, what was built is registered at once.
    if (verify) await verify(manifest, signature);
    const changedTools = findUnconsented && (await findUnconsented(manifest));
    const { entries, retire } =
      sandbox || manifest.config?.sandbox
        ? await loadIsolation(checked, registration, sandbox, this.#options)
        : checked;
    try {
      this.#registry.checkFree(checked, replace, clears);
    } catch (error) {
      retire?.();
      throw error;
    }
    const before = this.#registry.findManifest(name);
    const lane = before?.lane ?? this.#createLane(manifest);
    this.#registry.set(
      { manifest, entries, lane, ...(retire && { retire }) },
      changedTools?.map(({ tool }) => tool),
    );
    before?.retire?.();
    const missingCapabilities = this.#gate.missing(manifest.capabilities, name);
    return { manifest, missingCapabilities, changedTools };
  }

  /**
   * Lists a manifest's tools and lets them be called, because a user has consented to them.
   *
   * @param manifest - The one that `registerManifest` returned: one that took its place meanwhile still waits.
   */
  consent(manifest: Manifest): void {
    this.#registry.consent(manifest);
  }

  /**
   * Removes a manifest's tools. Calls that are running finish.
   *
   * @returns Whether a manifest of that name was registered.
   */
  async unregisterManifest(name: string): Promise<boolean> {
    return this.#registry.delete(name);
  }

  /** Removes all tools. Calls that are running finish; grants stay. */
  async clearManifests(): Promise<void> {
    this.#registry.clear();
  }

  /** Lists the registered tools, in the order of registration; those that wait for consent only with `callable: false`. */
  listTools(filter: ToolFilter = {}): readonly RegisteredTool[] {
    return filterTools(this.#registry.entries, filter, (tool) => this.#missing(tool).length === 0);
  }

  /** The registered tool of that name. */
  getTool(name: string): RegisteredTool | undefined {
    return this.#registry.find(name)?.tool;
  }

  /**
   * Grants capabilities, and all that they imply: `dom:write` grants `dom:read`.
   *
   * @returns The capabilities now in effect for all manifests.
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed, or a wildcard outside development; then none is granted.
   */
  async grantCapabilities(
    capabilities: readonly string[],
    { manifest }: GrantOptions = {},
  ): Promise<readonly string[]> {
    this.#gate.grant(capabilities, manifest);
    return this.#capabilitiesChanged();
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
    capabilities: readonly string[],
    { manifest }: GrantOptions = {},
  ): Promise<readonly string[]> {
    this.#gate.revoke(capabilities, manifest);
    // As if a user had denied them.
    for (const id of [capabilities].flat()) this.#consent.deny(manifest, id);
    stopRevoked(this.#gate);
    return this.#capabilitiesChanged();
  }

  /** Says which capabilities are in effect for a manifest, or for all, without asking anybody. */
  preflightCapabilities(
    capabilities: readonly string[],
    { manifest }: GrantOptions = {},
  ): CapabilityDecision {
    const ids = this.#gate.check(capabilities);
    const missing = this.#gate.missing(ids, manifest);
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
    capabilities: readonly string[],
    { manifest }: GrantOptions = {},
  ): Promise<CapabilityDecision> {
    const ids = this.#gate.check(capabilities);
    if (manifest !== undefined && !this.#registry.findManifest(manifest))
      throw new BTCPError('INVALID_ARGUMENT', `There is no manifest "${manifest}".`);
    await this.#consent.ask({ capabilities: ids, manifest });
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
   * `EXECUTION_TIMEOUT`, `CALL_CANCELLED`, `INVALID_ARGUMENT` (the options), or the tool's own.
   */
  callTool(name: string, input: unknown = {}, options: CallOptions = {}): Promise<unknown> {
    return this.#events.active ? this.#observeCall(name, input, options) : this.#call(name, input, options);
  }

  /**
   * Calls a listener for an event. Errors of the listener are logged.
   *
   * @returns A function that removes the listener.
   */
  on<Event extends keyof ClientEvents>(event: Event, listener: ClientListener<Event>): () => void {
    return this.#events.on(event, listener);
  }

  #capabilitiesChanged(): readonly string[] {
    const { capabilities, grants } = this;
    this.#events.emit('capabilitiesChanged', { capabilities, grants });
    return capabilities;
  }

  #createLane({ config }: Manifest): Lane {
    const { concurrent, queued } = this.#limits;
    const declared = config?.maxConcurrent;
    return new Lane(
      declared ? Math.min(declared, this.#options.limits?.concurrent ?? declared) : concurrent,
      queued,
    );
  }

  #call(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    const { onConsent, grantLowRisk } = this.#options;
    const { tool, unconsented } = ((onConsent ?? grantLowRisk) && this.#registry.find(name)) || {};
    return tool && !unconsented && this.#missing(tool).length > 0
      ? this.#askAndCall(tool, input, options)
      : runTool(() => this.#prepare(name, options), input);
  }

  async #askAndCall(tool: RegisteredTool, input: unknown, options: CallOptions): Promise<unknown> {
    await this.#consent.askForCall(tool, options);
    return runTool(() => this.#prepare(tool.name, options), input);
  }

  #prepare(name: string, options: CallOptions): Run {
    const entry = this.#findListed(name);
    const missing = this.#missing(entry.tool);
    // Its manifest is registered.
    const { lane } = this.#registry.findManifest(entry.tool.manifest) as Registered;
    // Plain JavaScript may pass `null`; a common mistake is to pass the controller as the signal.
    const { timeout, signal, onProgress } = (options as CallOptions | null) ?? {};
    if (timeout !== undefined) checkAboveZero('timeout', timeout);
    if (
      signal &&
      !(typeof signal.addEventListener === 'function' && typeof signal.removeEventListener === 'function')
    ) {
      throw new BTCPError('INVALID_ARGUMENT', '`signal` must be an AbortSignal.');
    }
    if (missing.length > 0) throw denied(name, missing, signal?.aborted);
    if (entry.tool.deprecated) this.#warnOnce(entry.tool);
    const { context, timeout: fallback = DEFAULT_TIMEOUT, fetchOrigins } = this.#options;
    const limit = entry.timeout ?? timeout ?? fallback;
    return {
      entry,
      gate: this.#gate,
      lane,
      sizes: this.#sizes,
      timeout: Math.min(timeout ?? limit, limit),
      signal,
      onProgress,
      onDropped: this.#onDropped,
      context,
      fetchOrigins,
    };
  }

  #warnOnce(tool: RegisteredTool): void {
    if (this.#deprecated.size === this.#deprecated.add(tool.name).size) return;
    if (this.#events.active) this.#events.emit('deprecatedCalled', { tool });
    // oxlint-disable-next-line no-console -- nobody listens, and the call works
    else console.warn('BTCP: deprecated', tool.name, tool.deprecationMessage);
  }

  #observeCall(tool: string, input: unknown, options: CallOptions): Promise<unknown> {
    const events = this.#events;
    const call = { id: ++this.#calls, tool, input };
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

  #missing({ capabilities, manifest }: RegisteredTool): readonly string[] {
    return this.#gate.missing(capabilities, manifest);
  }

  #findListed(name: string): ToolEntry {
    const entry = this.#registry.find(name);
    // oxlint-disable-next-line no-unnecessary-type-conversion -- plain JavaScript may pass a symbol
    if (!entry) throw new BTCPError('TOOL_NOT_FOUND', `There is no tool "${String(name)}".`);
    if (entry.unconsented)
      throw new BTCPError('CONSENT_REQUIRED', `The tool "${name}" needs a user's consent.`);
    return entry;
  }
}

/** The error of a call without its capabilities, or of one that was cancelled while a user was asked for them. */
function denied(name: string, missing: readonly string[], isCancelled: boolean | undefined): BTCPError {
  if (isCancelled) return new BTCPError('CALL_CANCELLED', `The call of "${name}" was cancelled.`);
  const message = `The tool "${name}" needs capabilities that are not granted: ${missing.join(', ')}.`;
  return new BTCPError('CAPABILITY_DENIED', { message, data: { missing } });
}

function checkAboveZero(name: string, value: number, most = Number.MAX_VALUE): void {
  if (!(typeof value === 'number' && value > 0 && value <= most))
    throw new BTCPError('INVALID_ARGUMENT', `\`${name}\` must be a number above 0; got ${value}.`);
}

/** Logs fields that are left out of results: each place of a tool once. */
function warnOnce(): (tool: string, place: string) => void {
  const told = new Set<string>();
  return (tool, place) => {
    const message = `BTCP: "${tool}" returned \`${place}\`, which its output schema does not declare: it was left out.`;
    // oxlint-disable-next-line no-console -- the caller gets a valid result, so that nobody else would say it
    if (told.size < told.add(message).size) console.warn(message);
  };
}
