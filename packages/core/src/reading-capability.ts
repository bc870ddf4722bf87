/** Capabilities that only read, besides those that end in `:read`. */
const READING: ReadonlySet<string> = new Set(['dom:observe', 'dom:shadow', 'geolocation']);

/** Whether a capability only allows to read. */
export function isReadingCapability(capability: string): boolean {
  return capability.endsWith(':read') || READING.has(capability);
}
