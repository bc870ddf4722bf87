/** The syntax of a capability: the published pattern, or one of the two reserved words. */
export const CAPABILITY_PATTERN = '^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$';

/**
 * A capability, then all that it also grants: `implies` of the registry, and aliases in both directions. A rule, because
 * the registry itself is too large for a page.
 */
export function withImplied(id: string): readonly string[] {
  const all = 'network:websocket:cross-origin';
  const alias = 'network:websocket';
  if (id === all || id === alias) return [id, 'network:websocket:same-origin', id === all ? alias : all];
  const implied = id
    .replace(/^(dom|storage:(local|session|indexed)):write$/, '$1:read')
    .replace(/^(network:fetch):cross-origin$/, '$1:same-origin');
  return implied === id ? [id] : [id, implied];
}
