import { BTCPError, CAPABILITY_PATTERN, IMPLIED_CAPABILITIES } from '@btcp/core';
import type { Grant } from '../client-options.ts';
import type { Emitter } from '../events.ts';

const CAPABILITY = new RegExp(CAPABILITY_PATTERN);
const WILDCARD = /^([a-z]+:)+\*$/;
/** How many denials of one manifest, and denials of how many manifests, are remembered one by one. */
const MAX_DENIED = 1000;

/** Capabilities, and the name of the manifest that needs them: a tool, or a question. Default: all manifests. */
interface Needs {
  readonly capabilities: readonly string[];
  readonly manifest?: string | undefined;
}

/** Knows which capabilities are granted, with all that they imply, and which were denied; initially none. */
export class CapabilityGate {
  readonly #wildcards: boolean;
  readonly #events: Emitter;
  /** By the manifest's name; for all manifests by `undefined`. */
  readonly #granted = new Map<string | undefined, readonly string[]>();
  /** By the name of the manifest, like `#granted`. */
  readonly #denied = new Map<string | undefined, Set<string>>();
  /** What has all capabilities that it needs, until grants change: calls of one tool ask again and again. */
  #allowed = new WeakSet<Needs>();
  /** Called with what is revoked, and from which manifest; `undefined` for all. */
  readonly watchers: Set<(revoked: readonly string[], manifest: string | undefined) => void> = new Set();

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
    return [...new Set(this.#of(undefined).flatMap(withImplied))].sort();
  }

  /** What was granted, without what that implies. */
  get grants(): readonly Grant[] {
    return [...this.#granted].flatMap(([manifest, capabilities]) =>
      capabilities.map((capability) => (manifest === undefined ? { capability } : { capability, manifest })),
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
    const granted = [...this.#of(undefined), ...this.#of(manifest)].flatMap(withImplied);
    return capabilities.filter((id) => !granted.some((grant) => covers(grant, id)));
  }

  /** @throws BTCPError `INVALID_ARGUMENT`; then none is granted. */
  grant(capabilities: readonly string[], manifest?: string): void {
    const ids = this.check(capabilities);
    for (const id of ids) this.#denied.get(manifest)?.delete(id);
    this.#change([manifest], (granted) => [...granted, ...ids]);
  }

  /** Remembers that a user denied a capability: calls ask for it no more. */
  deny(id: string, manifest?: string): void {
    const denied = this.#denied.get(manifest) ?? new Set();
    if (denied.size <= MAX_DENIED) denied.add(id);
    if (this.#denied.size <= MAX_DENIED) this.#denied.set(manifest, denied);
  }

  /** Whether a capability was denied to a manifest, or to all; after too many denials, everything is. */
  isDenied(id: string, manifest?: string): boolean {
    return (
      this.#denied.size > MAX_DENIED ||
      [this.#denied.get(undefined), this.#denied.get(manifest)].some(
        (denied) => denied && (denied.has(id) || denied.size > MAX_DENIED),
      )
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
    const ofAll = this.#of(undefined).filter(isRevoked);
    if (manifest !== undefined && ofAll.length > 0)
      throw new BTCPError(
        'INVALID_ARGUMENT',
        `Granted to all, so revoke without \`manifest\`: ${ofAll.join(', ')}.`,
      );
    for (const id of revoked) this.deny(id, manifest);
    for (const watch of this.watchers) watch(revoked, manifest);
    this.#change(manifest === undefined ? this.#granted.keys() : [manifest], (granted) =>
      granted.filter((grant) => !isRevoked(grant)),
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
    if (wrong.length === 0) return ids;
    throw new BTCPError('INVALID_ARGUMENT', {
      message: `Not a capability: ${wrong.join(', ')}.`,
      suggestion: 'Use one like dom:read; wildcards like dom:* need `development: true`.',
    });
  }

  #of(manifest: string | undefined): readonly string[] {
    return this.#granted.get(manifest) ?? [];
  }

  #change(
    manifests: Iterable<string | undefined>,
    change: (granted: readonly string[]) => readonly string[],
  ): void {
    const before = JSON.stringify(this.grants);
    this.#allowed = new WeakSet();
    for (const manifest of manifests) {
      const granted = [...new Set(change(this.#of(manifest)))];
      // Keeps nothing of manifests without grants, as manifests come and go.
      if (granted.length > 0) this.#granted.set(manifest, granted);
      else this.#granted.delete(manifest);
    }
    const { capabilities, grants } = this;
    // Tells of changes only: a listener may grant again what it stored.
    if (JSON.stringify(grants) !== before) this.#events.emit('capabilitiesChanged', { capabilities, grants });
  }
}

const withImplied = (id: string): readonly string[] => [id, ...(IMPLIED_CAPABILITIES[id] ?? [])];

const covers = (grant: string, id: string): boolean =>
  grant === id || (grant.endsWith('*') && id.startsWith(grant.slice(0, -1)));
