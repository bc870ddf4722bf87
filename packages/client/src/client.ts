import { BTCPError, type Manifest, type Registration } from '@btcp/core';
import { CapabilityGate } from './capability-gate.ts';
import type { ClientOptions, RegisteredManifest, RegisterOptions } from './client-options.ts';
import { Emitter, type CallEnd, type ClientEvents, type ClientListener } from './events.ts';
import { filterTools, type ToolFilter } from './list-tools.ts';
import { loadChecks, loadIsolation } from './load-checks.ts';
import { readBuilt } from './read-built.ts';
import { runTool, type Run } from './run-tool.ts';
import { createToolTable, findNewTools, type ToolTable } from './tool-table.ts';
import type { CallOptions, ToolCaller } from './tool-caller.ts';
import type { RegisteredTool, ToolEntry } from './tool-entry.ts';

const DEFAULT_TIMEOUT = 30_000;

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
  readonly #manifests = new Map<string, readonly ToolEntry[]>();
  #tools: ToolTable = new Map();
  readonly #events = new Emitter();
  readonly #gate: CapabilityGate;
  readonly #options: ClientOptions;
  readonly #onDropped: Run['onDropped'];
  readonly #deprecated = new Set<string>();
  #calls = 0;

  /** @throws BTCPError `INVALID_ARGUMENT` if `timeout` is not a number above 0. */
  constructor(options: ClientOptions = {}) {
    checkTimeout(options.timeout ?? DEFAULT_TIMEOUT);
    this.#options = options;
    const { development = false } = options;
    this.#gate = new CapabilityGate(development);
    this.#onDropped = development ? warnOnce() : undefined;
  }

  /** The capabilities in effect: those granted and all that they imply, sorted. */
  get capabilities(): readonly string[] {
    return this.#gate.capabilities;
  }

  /**
   * Registers all tools of a manifest, or on any problem none. A registration that is not built is checked by a module
   * that is imported then.
   *
   * @param registration - The one that `btcp build` wrote, or one written by hand; the client keeps a copy.
   * @throws BTCPError `INVALID_MANIFEST`, `MISSING_IMPLEMENTATION`, `MANIFEST_CONFLICT` (a name is taken),
   * `VALIDATORS_MISMATCH` (not compiled from these schemas), `VALIDATORS_MISSING` (none, and no `compile` option),
   * `ISOLATION_UNAVAILABLE`, and what the option `verify` throws.
   */
  async registerManifest(
    registration: Registration,
    { replace, signature, sandbox = this.#options.sandbox }: RegisterOptions = {},
  ): Promise<RegisteredManifest> {
    const checked = readBuilt(registration) ?? (await loadChecks(registration, this.#options.compile));
    const { manifest } = checked;
    const { name } = manifest;
    const { verify, findUnconsented } = this.#options;
    // Without them, what was built is registered at once.
    if (verify) await verify(manifest, signature);
    const changedTools = findUnconsented && (await findUnconsented(manifest));
    const entries =
      sandbox || manifest.config?.sandbox
        ? await loadIsolation(checked, registration, sandbox, this.#options)
        : checked.entries;
    if (!replace && this.#manifests.has(name)) {
      throw new BTCPError('MANIFEST_CONFLICT', {
        message: `Manifest "${name}" is registered already.`,
        suggestion: 'Pass { replace: true } to replace it.',
      });
    }
    for (const { tool } of entries) {
      const other = this.getTool(tool.name)?.manifest ?? name;
      if (other !== name)
        throw new BTCPError('MANIFEST_CONFLICT', `${name} and ${other} both have a tool "${tool.name}".`);
    }
    this.#setTools(
      manifest,
      entries,
      ({ tool }) => !!changedTools?.some((changed) => changed.tool === tool.name),
      manifest,
    );
    return { manifest, missingCapabilities: this.#gate.missing(manifest.capabilities), changedTools };
  }

  /**
   * Lists a manifest's tools and lets them be called, because a user has consented to them.
   *
   * @param manifest - The one that `registerManifest` returned: one that took its place meanwhile still waits.
   */
  consent(manifest: Manifest): void {
    const entries = this.#manifests.get(manifest.name);
    if (entries) this.#setTools(manifest, entries, ({ unconsented }) => unconsented === manifest);
  }

  /**
   * Removes a manifest's tools. Calls that are running finish.
   *
   * @returns Whether a manifest of that name was registered.
   */
  async unregisterManifest(name: string): Promise<boolean> {
    const found = this.#manifests.delete(name);
    this.#manifestsChanged();
    return found;
  }

  /** Removes all tools. Calls that are running finish; grants stay. */
  async clearManifests(): Promise<void> {
    this.#manifests.clear();
    this.#manifestsChanged();
  }

  /** Lists the registered tools, in the order of registration; those that wait for consent only with `callable: false`. */
  listTools(filter: ToolFilter = {}): readonly RegisteredTool[] {
    return filterTools(
      this.#tools.values(),
      filter,
      (tool) => this.#gate.missing(tool.capabilities).length === 0,
    );
  }

  /** The registered tool of that name. */
  getTool(name: string): RegisteredTool | undefined {
    return this.#tools.get(name)?.tool;
  }

  /**
   * Grants capabilities, and all that they imply: `dom:write` grants `dom:read`.
   *
   * @returns The capabilities now in effect.
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed, or a wildcard outside development; then none is granted.
   */
  async grantCapabilities(capabilities: readonly string[]): Promise<readonly string[]> {
    this.#gate.grant(capabilities);
    return this.#capabilitiesChanged();
  }

  /**
   * Revokes capabilities, and the grants that imply them: revoking `dom:read` also revokes `dom:write`. Running calls
   * finish.
   *
   * @returns The capabilities now in effect.
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed; then none is revoked.
   */
  async revokeCapabilities(capabilities: readonly string[]): Promise<readonly string[]> {
    this.#gate.revoke(capabilities);
    return this.#capabilitiesChanged();
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

  /** Sets a manifest's tools; for some of them, which manifest needs consent. */
  #setTools(
    { name }: Manifest,
    entries: readonly ToolEntry[],
    isChanged: (entry: ToolEntry) => boolean,
    unconsented?: Manifest,
  ): void {
    this.#manifests.set(
      name,
      entries.map((entry) => (isChanged(entry) ? { ...entry, unconsented } : entry)),
    );
    this.#manifestsChanged();
  }

  #manifestsChanged(): void {
    const before = this.#tools;
    const tools = createToolTable(this.#manifests.values());
    this.#tools = tools;
    const added = findNewTools(tools, before);
    const removed = findNewTools(before, tools);
    if (added.length + removed.length > 0) this.#events.emit('toolsChanged', { added, removed });
  }

  #capabilitiesChanged(): readonly string[] {
    const { capabilities } = this;
    this.#events.emit('capabilitiesChanged', { capabilities });
    return capabilities;
  }

  #call(name: string, input: unknown, options: CallOptions): Promise<unknown> {
    return runTool(() => this.#prepare(name, options), input);
  }

  #prepare(name: string, options: CallOptions): Run {
    const entry = this.#findCallable(name);
    if (entry.tool.deprecated) this.#warnOnce(entry.tool);
    // Plain JavaScript may pass `null`; a common mistake is to pass the controller as the signal.
    const { timeout, signal, onProgress } = (options as CallOptions | null) ?? {};
    if (
      signal &&
      !(typeof signal.addEventListener === 'function' && typeof signal.removeEventListener === 'function')
    ) {
      throw new BTCPError('INVALID_ARGUMENT', '`signal` must be an AbortSignal.');
    }
    const { context, timeout: fallback = DEFAULT_TIMEOUT, fetchOrigins } = this.#options;
    const limit = entry.timeout ?? timeout ?? fallback;
    return {
      entry,
      timeout: Math.min(checkTimeout(timeout ?? limit), limit),
      signal,
      onProgress,
      onDropped: this.#onDropped,
      context: typeof context === 'function' ? context() : context,
      gate: this.#gate,
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

  #findCallable(name: string): ToolEntry {
    const entry = this.#tools.get(name);
    // oxlint-disable-next-line no-unnecessary-type-conversion -- plain JavaScript may pass a symbol
    if (!entry) throw new BTCPError('TOOL_NOT_FOUND', `There is no tool "${String(name)}".`);
    if (entry.unconsented)
      throw new BTCPError('CONSENT_REQUIRED', `The tool "${name}" needs a user's consent.`);
    const missing = this.#gate.missing(entry.tool.capabilities);
    if (missing.length === 0) return entry;
    const message = `The tool "${name}" needs capabilities that are not granted: ${missing.join(', ')}.`;
    throw new BTCPError('CAPABILITY_DENIED', { message, data: { missing } });
  }
}

function checkTimeout(timeout: number): number {
  if (Number.isFinite(timeout) && timeout > 0) return timeout;
  throw new BTCPError('INVALID_ARGUMENT', `\`timeout\` must be milliseconds above 0; got ${timeout}.`);
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
