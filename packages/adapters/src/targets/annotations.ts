import type { ManifestTool } from '@btcp/core';

/** Capabilities that only read, beside those that end in `:read`. */
const READING: ReadonlySet<string> = new Set(['dom:observe', 'dom:shadow', 'geolocation']);

/** Whether a tool can change nothing, as far as its capabilities say. */
export function isReadOnly({ capabilities }: ManifestTool): boolean {
  return capabilities.every((capability) => capability.endsWith(':read') || READING.has(capability));
}

/** Whether a tool may reach beyond the page. */
export function isOpenWorld({ capabilities }: ManifestTool): boolean {
  return capabilities.some((capability) => capability.startsWith('network:'));
}
