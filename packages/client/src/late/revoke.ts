import type { Grant } from '../client-options.ts';
import type { ClientParts } from '../client-state.ts';
import type { CapabilityGate, Granted } from '../consent/capability-gate.ts';
import { denialsOf } from '../consent/denials.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

interface Revoking {
  readonly gate: CapabilityGate;
  readonly parts: Pick<ClientParts, 'BTCPError' | 'covers' | 'withImplied'>;
}

/** Whether a capability is, implies, or as a wildcard stands for, one of those that are revoked. */
export function isRevoked(
  { covers, withImplied }: Pick<ClientParts, 'covers' | 'withImplied'>,
  revoked: readonly string[],
  capability: string,
): boolean {
  const held = withImplied(capability);
  return revoked.some((id) => covers(id, capability) || held.some((each) => covers(each, id)));
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
  manifest: string | undefined,
): void {
  const { BTCPError } = parts;
  // With those that were granted meanwhile.
  gate.granted = new Map([...granted, ...gate.granted]);
  const all = [...gate.granted];
  const revoked = gate.check(capabilities, true);
  const isGone = ({ capability }: Grant): boolean => isRevoked(parts, revoked, capability);
  const ofAll = gate.grants.filter((grant) => grant.manifest === undefined && isGone(grant));
  if (manifest !== undefined && ofAll.length > 0)
    throw new BTCPError(
      'INVALID_ARGUMENT',
      FAILURE_TEXTS.INVALID_ARGUMENT('manifest', ofAll.map(({ capability }) => capability).join(', ')),
    );
  const denials = denialsOf(gate);
  for (const id of revoked) denials.deny(id, manifest);
  for (const watch of denials.watchers) watch(revoked, manifest);
  gate.granted = new Map(
    all.filter(([, grant]) => (manifest !== undefined && grant.manifest !== manifest) || !isGone(grant)),
  );
}
