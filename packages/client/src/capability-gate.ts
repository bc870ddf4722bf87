import { BTCPError, CAPABILITY_PATTERN, IMPLIED_CAPABILITIES } from '@btcp/core';

const CAPABILITY = new RegExp(CAPABILITY_PATTERN);
const WILDCARD = /^([a-z]+:)+\*$/;

/** A granted capability. */
export interface Grant {
  readonly capability: string;
  /** The name of the manifest whose tools may use it. Default: those of all manifests. */
  readonly manifest?: string;
}

/** Knows which capabilities are granted, with all that they imply; initially none. */
export class CapabilityGate {
  readonly #wildcards: boolean;
  /** By the manifest's name; for all manifests by `undefined`. */
  readonly #granted = new Map<string | undefined, readonly string[]>();
  readonly #effective = new Map<string | undefined, ReadonlySet<string>>();

  /** @param wildcards - Whether grants such as `dom:*` are allowed. */
  constructor(wildcards: boolean) {
    this.#wildcards = wildcards;
  }

  /** The capabilities in effect for all manifests, sorted. */
  get capabilities(): readonly string[] {
    return [...(this.#effective.get(undefined) ?? [])].sort();
  }

  /** What was granted, without what that implies. */
  get grants(): readonly Grant[] {
    return [...this.#granted].flatMap(([manifest, capabilities]) =>
      capabilities.map((capability) => (manifest === undefined ? { capability } : { capability, manifest })),
    );
  }

  /** The capabilities that are not in effect for a manifest. */
  missing(capabilities: readonly string[], manifest?: string): readonly string[] {
    const missing: string[] = [];
    // A manifest's arrays are frozen, which makes `filter` slow.
    for (const id of capabilities) {
      if (!this.#has(undefined, id) && !this.#has(manifest, id)) missing.push(id);
    }
    return missing;
  }

  /** @throws BTCPError `INVALID_ARGUMENT`; then none is granted. */
  grant(capabilities: readonly string[], manifest?: string): void {
    this.#set(manifest, [...this.#of(manifest), ...this.check(capabilities)]);
  }

  /**
   * Revokes capabilities, and the grants that imply them: a revoked capability is never still in effect.
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
      throw new BTCPError('INVALID_ARGUMENT', `Granted to all manifests: ${ofAll.join(', ')}.`);
    for (const name of manifest === undefined ? this.#granted.keys() : [manifest])
      this.#set(
        name,
        this.#of(name).filter((grant) => !isRevoked(grant)),
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

  #has(manifest: string | undefined, id: string): boolean {
    const effective = this.#effective.get(manifest);
    return (
      !!effective &&
      (effective.has(id) || (this.#wildcards && [...effective].some((grant) => covers(grant, id))))
    );
  }

  #set(manifest: string | undefined, granted: readonly string[]): void {
    if (granted.length === 0) {
      // Manifests come and go.
      this.#granted.delete(manifest);
      this.#effective.delete(manifest);
      return;
    }
    this.#granted.set(manifest, [...new Set(granted)]);
    this.#effective.set(manifest, new Set(granted.flatMap(withImplied)));
  }
}

const withImplied = (id: string): readonly string[] => [id, ...(IMPLIED_CAPABILITIES[id] ?? [])];

const covers = (grant: string, id: string): boolean =>
  grant === id || (grant.endsWith('*') && id.startsWith(grant.slice(0, -1)));
