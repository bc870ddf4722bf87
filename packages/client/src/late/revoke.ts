import type { Grant } from '../client-options.ts';
import type { ClientParts } from '../client-state.ts';
import type { CapabilityGate, Granted } from '../consent/capability-gate.ts';
import { denialsOf } from '../consent/denials.ts';
import { FAILURE_TEXTS } from './failure-texts.ts';

interface Revoking {
  readonly gate: CapabilityGate;
  readonly parts: Pick<ClientParts, 'BTCPError' | 'covers' | 'withImplied'>;
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
