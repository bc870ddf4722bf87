import { isReadingCapability } from './capabilities/capability.ts';
import type { ManifestTool } from './manifest.ts';

/** MCP's hints; an absent one has MCP's default. */
export interface DerivedHints {
  readonly readOnlyHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** MCP's hints that follow from a tool's capabilities: none, unless a build verified them against its code. */
export function derivedHints({
  capabilities,
  capabilitiesVerified,
}: Pick<ManifestTool, 'capabilities' | 'capabilitiesVerified'>): DerivedHints {
  if (capabilitiesVerified !== true) return {};
  const isOpenWorld = capabilities.some((capability) => capability.startsWith('network:'));
  return {
    ...(capabilities.every(isReadingCapability) && { readOnlyHint: true }),
    ...(!isOpenWorld && { openWorldHint: false }),
  };
}
