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
