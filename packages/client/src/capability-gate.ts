import { BTCPError, CAPABILITY_PATTERN, IMPLIED_CAPABILITIES } from '@btcp/core';

const CAPABILITY = new RegExp(CAPABILITY_PATTERN);
const WILDCARD = /^([a-z]+:)+\*$/;

/** Knows which capabilities are granted, with all that they imply; initially none. */
export class CapabilityGate {
  readonly #wildcards: boolean;
  #granted: readonly string[] = [];
  #effective: ReadonlySet<string> = new Set();

  /** @param wildcards - Whether grants such as `dom:*` are allowed. */
  constructor(wildcards: boolean) {
    this.#wildcards = wildcards;
  }

  /** The capabilities in effect, sorted. */
  get capabilities(): readonly string[] {
    return [...this.#effective].sort();
  }

  /** The capabilities that are not in effect. */
  missing(capabilities: readonly string[]): readonly string[] {
    const missing: string[] = [];
    // A manifest's arrays are frozen, which makes `filter` slow.
    for (const id of capabilities) {
      if (!this.#effective.has(id) && !this.#granted.some((grant) => covers(grant, id))) missing.push(id);
    }
    return missing;
  }

  /** @throws BTCPError `INVALID_ARGUMENT`; then none is granted. */
  grant(capabilities: readonly string[]): void {
    this.#set([...new Set([...this.#granted, ...checked(capabilities, this.#wildcards)])]);
  }

  /**
   * Revokes capabilities, and the grants that imply them: a revoked capability is never still in effect.
   *
   * @throws BTCPError `INVALID_ARGUMENT`; then none is revoked.
   */
  revoke(capabilities: readonly string[]): void {
    const revoked = checked(capabilities, true);
    const isRevoked = (grant: string): boolean =>
      revoked.some((id) => covers(id, grant) || withImplied(grant).some((held) => covers(held, id)));
    this.#set(this.#granted.filter((grant) => !isRevoked(grant)));
  }

  #set(granted: readonly string[]): void {
    this.#granted = granted;
    this.#effective = new Set(granted.flatMap(withImplied));
  }
}

const withImplied = (id: string): readonly string[] => [id, ...(IMPLIED_CAPABILITIES[id] ?? [])];

const covers = (grant: string, id: string): boolean =>
  grant === id || (grant.endsWith('*') && id.startsWith(grant.slice(0, -1)));

function checked(capabilities: readonly string[], wildcards: boolean): readonly string[] {
  // Callers in plain JavaScript may pass anything, for example one string.
  const ids = [capabilities].flat().map(String);
  const wrong = ids.filter((id) => !CAPABILITY.test(id) && !(wildcards && WILDCARD.test(id)));
  if (wrong.length === 0) return ids;
  throw new BTCPError('INVALID_ARGUMENT', {
    message: `Not a capability: ${wrong.join(', ')}.`,
    suggestion: 'Use one like dom:read; wildcards like dom:* need `development: true`.',
  });
}
