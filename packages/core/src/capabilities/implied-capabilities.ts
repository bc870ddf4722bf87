/** The syntax of a capability: the published pattern, or one of the two reserved words. */
export const CAPABILITY_PATTERN = '^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$';

/** Another name of `network:websocket:cross-origin`. */
const WEBSOCKET = 'network:websocket';

/**
 * A capability, then all that it also grants: `implies` of the registry, and aliases in both directions. A rule, because
 * the registry itself is too large for a page.
 */
export function withImplied(id: string): readonly string[] {
  if (/^network:websocket(:cross-origin)?$/.test(id))
    return [id, `${WEBSOCKET}:same-origin`, id === WEBSOCKET ? `${WEBSOCKET}:cross-origin` : WEBSOCKET];
  const implied = id
    .replace(/^(dom|storage:(local|session|indexed)):write$/, '$1:read')
    .replace(/^(network:fetch):cross-origin$/, '$1:same-origin');
  return implied === id ? [id] : [id, implied];
}
