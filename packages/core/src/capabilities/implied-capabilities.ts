/** The syntax of a capability: the published pattern, or one of the two reserved words. */
export const CAPABILITY_PATTERN = '^(geolocation|notifications|[a-z]+:[a-z]+(:[a-z-]+)?)$';

/**
 * The capabilities that one also grants: `implies` of the registry, and aliases in both directions. The registry itself
 * is too large for a page.
 */
export const IMPLIED_CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  'dom:write': ['dom:read'],
  'storage:local:write': ['storage:local:read'],
  'storage:session:write': ['storage:session:read'],
  'storage:indexed:write': ['storage:indexed:read'],
  'network:fetch:cross-origin': ['network:fetch:same-origin'],
  'network:websocket:cross-origin': ['network:websocket:same-origin', 'network:websocket'],
  'network:websocket': ['network:websocket:same-origin', 'network:websocket:cross-origin'],
};
