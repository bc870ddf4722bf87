import type { ManifestTool } from '@btcp/core';

const READING = /:read$|^dom:(observe|shadow)$|^geolocation$/;

/** Whether a tool changes nothing: every capability that it needs only reads. */
export const isReadOnly = ({ capabilities }: ManifestTool): boolean =>
  capabilities.every((id) => READING.test(id));

/** Whether a tool may reach something outside of the host's control: it needs a capability of the network. */
export const reachesOut = ({ capabilities }: ManifestTool): boolean =>
  capabilities.some((id) => id.startsWith('network:'));

/** A tool's description, with the way out first where it is deprecated: many formats have no field for that. */
export function describeTool({ description, deprecated, deprecationMessage }: ManifestTool): string {
  if (deprecated !== true) return description;
  return `[DEPRECATED${deprecationMessage === undefined ? '' : `: ${deprecationMessage}`}] ${description}`;
}
