import type { ManifestTool } from '@btcp/core';

type WithCapabilities = Pick<ManifestTool, 'capabilities'>;

/** Capabilities that only read, beside those that end in `:read`. */
const READING: ReadonlySet<string> = new Set(['dom:observe', 'dom:shadow', 'geolocation']);

/** Whether a tool can change nothing, as far as its capabilities say. */
export function isReadOnly({ capabilities }: WithCapabilities): boolean {
  return capabilities.every((capability) => capability.endsWith(':read') || READING.has(capability));
}

/** Whether a tool may reach beyond the page. */
function isOpenWorld({ capabilities }: WithCapabilities): boolean {
  return capabilities.some((capability) => capability.startsWith('network:'));
}

/** Hints of MCP; what is left out is MCP's default. */
export interface DerivedHints {
  readonly readOnlyHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** The hints of MCP that follow from a tool's capabilities. */
export function derivedHints(tool: WithCapabilities): DerivedHints {
  return {
    ...(isReadOnly(tool) && { readOnlyHint: true }),
    ...(!isOpenWorld(tool) && { openWorldHint: false }),
  };
}
