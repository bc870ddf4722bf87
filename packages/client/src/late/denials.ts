import type { Grant } from '../client-options.ts';
import type { ClientParts, ClientState } from '../client-state.ts';
import type { Granted } from '../consent/capability-gate.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

type Gate = ClientState['gate'];
type Manifest = string | undefined;

/** What revoking needs of a client. */
interface Revoking {
  readonly gate: Gate;
  readonly parts: Pick<ClientParts, 'BTCPError' | 'covers' | 'withImplied'>;
}

/** How many denials are remembered one by one. */
const MAX_DENIED = 2000;

/** What was denied to a client's tools, by its user or its host. */
export class Denials {
  readonly #denied = new Set<string>();
  /** Called with what is revoked, and from which manifest; `undefined` for all. */
  readonly watchers: Set<(revoked: readonly string[], manifest: Manifest) => void> = new Set();

  /** Remembers that a capability was denied: calls ask for it no more. */
  deny(id: string, manifest?: string): void {
    if (this.#denied.size < MAX_DENIED) this.#denied.add(denialOf(id, manifest));
  }

  /** Whether a capability was denied to a manifest, or to all; after too many denials, everything is. */
  has(id: string, manifest?: string): boolean {
    return (
      this.#denied.size >= MAX_DENIED ||
      [manifest, undefined].some((from) => this.#denied.has(denialOf(id, from)))
    );
  }
}

const denialOf = (id: string, manifest: Manifest): string => JSON.stringify([id, manifest]);

const ofGates = new WeakMap<Gate, Denials>();

/** What was denied, of those that a gate does not grant. */
export function denialsOf(gate: Gate): Denials {
  const denials = ofGates.get(gate) ?? new Denials();
  ofGates.set(gate, denials);
  return denials;
}

/**
 * Revokes capabilities, and the grants that imply them: a revoked capability is never still in effect, and counts as
 * denied.
 *
 * @param granted - What was when it was asked for: nothing is, until this is loaded.
 * @param manifest - Default: all, and every single one.
 * @throws BTCPError `INVALID_ARGUMENT`, also if one manifest's is granted to all; then none is revoked.
 */
export function revoke(
  { gate, parts }: Revoking,
  granted: Granted,
  capabilities: readonly string[],
  manifest: Manifest,
): void {
  const { BTCPError, covers, withImplied } = parts;
  // With those that were granted meanwhile.
  gate.granted = new Map([...granted, ...gate.granted]);
  const all = [...gate.granted];
  const revoked = gate.check(capabilities, true);
  const isRevoked = ({ capability: grant }: Grant): boolean =>
    revoked.some((id) => covers(id, grant) || withImplied(grant).some((held) => covers(held, id)));
  const ofAll = gate.grants.filter((grant) => grant.manifest === undefined && isRevoked(grant));
  if (manifest !== undefined && ofAll.length > 0)
    throw new BTCPError(
      'INVALID_ARGUMENT',
      FAILURE_TEXTS.INVALID_ARGUMENT('manifest', ofAll.map(({ capability }) => capability).join(', ')),
    );
  const denials = denialsOf(gate);
  for (const id of revoked) denials.deny(id, manifest);
  for (const watch of denials.watchers) watch(revoked, manifest);
  gate.granted = new Map(
    all.filter(([, grant]) => (manifest !== undefined && grant.manifest !== manifest) || !isRevoked(grant)),
  );
}
