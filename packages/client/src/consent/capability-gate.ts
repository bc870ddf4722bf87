import { CAPABILITY_PATTERN, IMPLIED_CAPABILITIES } from '@btcp/core';
import type { Grant } from '../client-options.ts';
import type { Emitter } from '../events.ts';
import { refuseArgument } from '../refusal.ts';

const CAPABILITY = new RegExp(CAPABILITY_PATTERN);
const WILDCARD = /^([a-z]+:)+\*$/;
/** How many denials are remembered one by one. */
const MAX_DENIED = 2000;

/** Capabilities, and the name of the manifest that needs them: a tool, or a question. Default: all manifests. */
interface Needs {
  readonly capabilities: readonly string[];
  readonly manifest?: string | undefined;
}

type Manifest = string | undefined;
type Granted = readonly [id: string, manifest: Manifest];

/** Knows which capabilities are granted, with all that they imply, and which were denied; initially none. */
export class CapabilityGate {
  readonly #wildcards: boolean;
  readonly #events: Emitter;
  /** What was granted, without what that implies: the capability, and the manifest's name, or `undefined` for all. */
  #granted: readonly Granted[] = [];
  /** What was denied: the capability and the manifest's name, or `undefined`. */
  readonly #denied = new Set<string>();
  /** What has all capabilities that it needs, until grants change: calls of one tool ask again and again. */
  #allowed = new WeakSet<Needs>();
  /** Called with what is revoked, and from which manifest; `undefined` for all. */
  readonly watchers: Set<(revoked: readonly string[], manifest: Manifest) => void> = new Set();

  /**
   * @param wildcards - Whether grants such as `dom:*` are allowed.
   * @param events - Where changes are told.
   */
  constructor(wildcards: boolean, events: Emitter) {
    this.#wildcards = wildcards;
    this.#events = events;
  }

  /** The capabilities in effect for all manifests, sorted. */
  get capabilities(): readonly string[] {
    return [...new Set(this.#inEffect(undefined))].sort();
  }

  /** What was granted, without what that implies. */
  get grants(): readonly Grant[] {
    return this.#granted.map(([capability, manifest]) =>
      manifest === undefined ? { capability } : { capability, manifest },
    );
  }

  /** Whether all capabilities of something that does not change are in effect. */
  allows(needs: Needs): boolean {
    if (this.#allowed.has(needs)) return true;
    const isAllowed = this.missing(needs).length === 0;
    if (isAllowed) this.#allowed.add(needs);
    return isAllowed;
  }

  /** The capabilities among these that are not in effect. */
  missing({ capabilities, manifest }: Needs): readonly string[] {
    const granted = this.#inEffect(manifest);
    return capabilities.filter((id) => !granted.some((grant) => covers(grant, id)));
  }

  /** @throws BTCPError `INVALID_ARGUMENT`; then none is granted. */
  grant(capabilities: readonly string[], manifest?: string): void {
    const ids = this.check(capabilities);
    for (const id of ids) this.#denied.delete(denialOf(id, manifest));
    const has = (id: string): boolean => this.#granted.some((held) => held[0] === id && held[1] === manifest);
    this.#set([...this.#granted, ...ids.filter((id) => !has(id)).map((id) => [id, manifest] as const)]);
  }

  /** Remembers that a user denied a capability: calls ask for it no more. */
  deny(id: string, manifest?: string): void {
    if (this.#denied.size < MAX_DENIED) this.#denied.add(denialOf(id, manifest));
  }

  /** Whether a capability was denied to a manifest, or to all; after too many denials, everything is. */
  isDenied(id: string, manifest?: string): boolean {
    return (
      this.#denied.size >= MAX_DENIED ||
      [manifest, undefined].some((from) => this.#denied.has(denialOf(id, from)))
    );
  }

  /**
   * Revokes capabilities, and the grants that imply them: a revoked capability is never still in effect, and counts as
   * denied.
   *
   * @param manifest - Default: all, and every single one.
   * @throws BTCPError `INVALID_ARGUMENT`, also if one manifest's is granted to all; then none is revoked.
   */
  revoke(capabilities: readonly string[], manifest?: string): void {
    const revoked = this.check(capabilities, true);
    const isRevoked = (grant: string): boolean =>
      revoked.some((id) => covers(id, grant) || withImplied(grant).some((held) => covers(held, id)));
    const ofAll = this.#granted.filter(([id, from]) => from === undefined && isRevoked(id));
    if (manifest !== undefined && ofAll.length > 0)
      refuseArgument('manifest', ofAll.map(([id]) => id).join(', '));
    for (const id of revoked) this.deny(id, manifest);
    for (const watch of this.watchers) watch(revoked, manifest);
    this.#set(
      this.#granted.filter(([id, from]) => (manifest !== undefined && from !== manifest) || !isRevoked(id)),
    );
  }

  /**
   * Each capability once.
   *
   * @throws BTCPError `INVALID_ARGUMENT` if one is malformed.
   */
  check(capabilities: readonly string[], wildcards: boolean = this.#wildcards): readonly string[] {
    // Callers in plain JavaScript may pass anything, for example one string.
    const ids = [...new Set([capabilities].flat().map(String))];
    const wrong = ids.filter((id) => !CAPABILITY.test(id) && !(wildcards && WILDCARD.test(id)));
    return wrong.length === 0 ? ids : refuseArgument('capability', wrong.join(', '));
  }

  #inEffect(manifest: Manifest): readonly string[] {
    return this.#granted
      .filter(([, from]) => from === undefined || from === manifest)
      .flatMap(([id]) => withImplied(id));
  }

  #set(granted: readonly Granted[]): void {
    const isChange = granted.length !== this.#granted.length;
    this.#granted = granted;
    this.#allowed = new WeakSet();
    const { capabilities, grants } = this;
    // Tells of changes only: a listener may grant again what it stored.
    if (isChange) this.#events.emit('capabilitiesChanged', { capabilities, grants });
  }
}

const denialOf = (id: string, manifest: Manifest): string => JSON.stringify([id, manifest]);

const withImplied = (id: string): readonly string[] => [id, ...(IMPLIED_CAPABILITIES[id] ?? [])];

const covers = (grant: string, id: string): boolean =>
  grant === id || (grant.endsWith('*') && id.startsWith(grant.slice(0, -1)));
