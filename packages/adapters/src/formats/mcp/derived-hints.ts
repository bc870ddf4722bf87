import { isReadingCapability, type ManifestTool } from '@btcp/core';

/** Hints of MCP; what is left out is MCP's default. */
export interface DerivedHints {
  readonly readOnlyHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The hints of MCP that follow from a tool's capabilities: none, unless a build found that its code agrees with them. */
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
