import type { ManifestConfig, SandboxLevel } from '@btcp/core';

/** How much each level confines. */
const STRICTNESS: Readonly<Record<SandboxLevel, number>> = { inline: 0, iframe: 1, wasm: 1 };

/**
 * The level of a manifest's tools: the stricter of what it asks for and what the host asks for; the host's, of two
 * that are alike.
 *
 * @returns `undefined` where one of them is none.
 */
export function chooseLevel(
  wanted: ManifestConfig['sandbox'] | 'inline' = 'inline',
  ofHost: SandboxLevel = 'inline',
): SandboxLevel | undefined {
  const [least, own] = [strictnessOf(wanted), strictnessOf(ofHost)];
  if (least === undefined || own === undefined) return undefined;
  // `worker` and `ses` have no strictness.
  return own >= least ? ofHost : (wanted as SandboxLevel);
}

const strictnessOf = (level: string): number | undefined =>
  Object.hasOwn(STRICTNESS, level) ? STRICTNESS[level as SandboxLevel] : undefined;
