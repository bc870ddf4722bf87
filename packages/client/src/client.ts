import {
  BTCPError,
  withImplied,
  type GrantedCapability,
  type Manifest,
  type Registration,
  type CallOptions,
  type ToolCaller,
} from '@btcp/core';
import { CAPABILITY_PATTERN, copyJson } from '@btcp/core/internal';
import { lateParts } from '#late-parts';
import { CapabilityGate, covers } from './consent/capability-gate.ts';
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
import type { ClientParts, ClientState } from './client-state.ts';
import { Emitter, type ClientEvents, type ClientListener } from './events.ts';
import { add, register } from './register.ts';
import { Registry } from './registry.ts';
import { runTool, stopRevoked } from './run-tool.ts';
import { runnerOf, type RegisteredTool } from './tool-entry.ts';

type LateParts = NonNullable<typeof lateParts.loaded>;

const PARTS: ClientParts = {
  BTCPError,
  CAPABILITY_PATTERN,
  add,
  copyJson,
  covers,
  runnerOf,
  withImplied,
};

const DEFAULT_LIMITS: Required<Limits> = { concurrent: 3, queued: 1000, input: 2 ** 20, output: 2 ** 20 };

/**
 * Runs tools behind a capability gate, their schemas and a deadline. Nothing is granted at first.
 *
 * @example
 * const client = new BTCPClient();
 * await client.registerManifest(registration);
 * await client.grantCapabilities(['dom:read']);
 * const cell = await client.callTool('getCellValue', { cell: 'B5' }); // `createTools(client)` of the build is typed
 */
export class BTCPClient implements ToolCaller {
  readonly #state: ClientState;

  /**
   * @throws BTCPError `INVALID_ARGUMENT` if an option is unknown, `timeout` or a limit is not a number above 0, or a grant is
   * malformed. Of options a page finds that out when it is idle: it then removes all tools and grants, and the error is
   * one that nobody has caught.
   */
  constructor(given: ClientOptions = {}) {
    // Something may have added `grants` to the prototype of all objects; a class has methods in its own.
    const options =
      Object.getPrototypeOf(given) === Object.prototype
        ? ({ __proto__: null, ...given } as ClientOptions)
        : given;
    const events = new Emitter();
    const gate = new CapabilityGate(!!options.development, events);
    for (const grant of [options.grants ?? []].flat()) {
      const { capability, manifest, ...others } = Object(grant) as Grant;
      // Stored data: with a misspelt `manifest` it would grant to all, so the gate refuses the text of it.
      gate.grant([Object.keys(others).length > 0 ? JSON.stringify(grant) : capability], manifest);
    }
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#state = { options, limits, events, registry: new Registry(events), gate, parts: PARTS };
    lateParts.preload((late) => late?.checkOptions(this.#state));
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
   * the manifest was removed meanwhile),
   * `VALIDATORS_MISMATCH` (not compiled from these schemas), `MISSING_VALIDATORS` (none, and no `compile` option),
   * `ISOLATION_UNAVAILABLE`, `INVALID_ARGUMENT` (an unknown option), and what the option `verify` throws.
   */
  registerManifest(registration: Registration, options?: RegisterOptions): Promise<RegisteredManifest> {
    // Without `isCurrent` it always is.
    return register(this.#state, registration, options) as Promise<RegisteredManifest>;
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
    const open = (late: LateParts): ToolsHandle => late.openUse(this.#state, register, registration, options);
    if (lateParts.loaded) return open(lateParts.loaded);
    let handle: ToolsHandle | undefined;
    let isDisposed = false;
    const opening = lateParts.need().then((late) => (isDisposed ? undefined : (handle = open(late))));
    return {
      get ready() {
        return opening.then((opened) => opened?.ready);
      },
      dispose: () => {
        isDisposed = true;
        handle?.dispose();
      },
    };
  }

  /**
   * Lists a manifest's tools and lets them be called, because a user has consented to them.
   *
   * @param manifest - The one that `registerManifest` returned: one that took its place meanwhile still waits.
   */
  consent(manifest: Manifest): void {
    lateParts.use((late) => late?.consentTo(this.#state, manifest));
  }

  /**
   * Removes a manifest's tools. Calls that are running finish.
   *
   * @returns Whether a manifest of that name was registered.
   */
  async unregisterManifest(name: string): Promise<boolean> {
    return (lateParts.loaded ?? (await lateParts.need())).unregister(this.#state, name);
  }

  /** Removes all tools. Calls that are running finish; grants stay. */
  async clearManifests(): Promise<void> {
    (lateParts.loaded ?? (await lateParts.need())).unregisterAll(this.#state);
  }

  /** Lists the registered tools, in the order of registration; by default without those that wait for consent. */
  listTools({
    manifest,
    tags = [],
    callable,
    deprecated,
    text = '',
  }: ToolFilter = {}): readonly RegisteredTool[] {
    const { registry, gate } = this.#state;
    return [...registry.tools.values()]
      .filter(
        ({ tool, isUnconsented }) =>
          // An agent must not even read what no user has consented to.
          (!isUnconsented && (callable === undefined || gate.allows(tool))) === (callable ?? true) &&
          (manifest ?? tool.manifest) === tool.manifest &&
          deprecated !== !tool.deprecated &&
          tags.every((tag) => tool.tags?.includes(tag)) &&
          `${tool.name}\n${tool.description}`.toLowerCase().includes(text.toLowerCase()),
      )
      .map(({ tool }) => tool);
  }

  /** The registered manifests, in the order of registration, without those whose tools all wait for consent. */
  listManifests(): readonly Manifest[] {
    return [...this.#state.registry.manifests.values()].flatMap(({ manifest, entries }) =>
      entries[0] && entries.every((entry) => entry.isUnconsented) ? [] : manifest,
    );
  }

  /** The registered tool of that name. */
  getTool(name: string): RegisteredTool | undefined {
    return this.#state.registry.tools.get(name)?.tool;
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
    const ids = gate.check(capabilities);
    const tools = [...registry.tools.values()];
    if (tools.length > 0 && !ids.every((id) => tools.some(({ tool }) => tool.capabilities.includes(id))))
      await (lateParts.loaded ?? (await lateParts.need())).grantKnown(this.#state, ids, manifest);
    else gate.grant(ids, manifest);
    return this.capabilities;
  }

  /**
   * Revokes capabilities, and the grants that imply them: revoking `dom:read` also revokes `dom:write`. Running calls
   * that need one end at once with `CAPABILITY_REVOKED`.
   *
   * Where a page cannot load what revokes a part, it rejects with why, and all grants are gone.
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
    const { gate } = this.#state;
    const { granted } = gate;
    try {
      // Fails closed: nothing is granted until what revokes a part is loaded.
      if (!lateParts.loaded) gate.granted = new Map();
      const late = lateParts.loaded ?? (await lateParts.need());
      late.revoke(this.#state, granted, capabilities, manifest);
    } finally {
      stopRevoked(this.#state);
    }
    return this.capabilities;
  }

  /** Says which capabilities are in effect for a manifest, or for all, without asking anybody. */
  preflightCapabilities(
    capabilities: readonly GrantedCapability[],
    { manifest }: GrantOptions = {},
  ): CapabilityDecision {
    return this.#state.gate.decide(capabilities, manifest);
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
    return (lateParts.loaded ?? (await lateParts.need())).requestCapabilities(
      this.#state,
      capabilities,
      manifest,
    );
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
    const { events } = this.#state;
    let result: Promise<unknown> | undefined;
    const run = (): Promise<unknown> => (result ??= runTool(this.#state, name, input, options));
    if (events.listeners.size > 0) {
      const started = performance.now();
      lateParts.use((late) => late?.observe(this.#state, name, input, options, started, run));
    }
    return run();
  }

  /**
   * Calls a listener for an event. Errors of the listener are logged.
   *
   * @returns A function that removes the listener.
   */
  on<Event extends keyof ClientEvents>(event: Event, listener: ClientListener<Event>): () => void {
    return this.#state.events.on(event, listener);
  }
}

/** Filters tools: those that meet every given condition. */
export interface ToolFilter {
  /** The name of their manifest. */
  readonly manifest?: string;
  /** Tags that a tool must all have. */
  readonly tags?: readonly string[];
  /**
   * Whether all their capabilities are granted now and none waits for consent: false lists only the others. By default
   * those are listed whose capabilities are not granted, and not those that wait for consent.
   */
  readonly callable?: boolean;
  /** Whether they are deprecated. */
  readonly deprecated?: boolean;
  /** Part of the name or description, case-insensitive. */
  readonly text?: string;
}
