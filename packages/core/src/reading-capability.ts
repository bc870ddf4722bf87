/** Capabilities that only read, beside those that end in `:read`. */
const READING: ReadonlySet<string> = new Set(['dom:observe', 'dom:shadow', 'geolocation']);

/** Whether a capability lets a tool read and no more. */
export function isReadingCapability(capability: string): boolean {
  return capability.endsWith(':read') || READING.has(capability);
}
