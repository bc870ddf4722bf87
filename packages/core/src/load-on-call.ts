import type { Implementation, LoadedImplementation } from './registration.ts';

/**
 * An implementation that is loaded at its first call: a page starts without it, and a failure to load affects no other
 * tool. The tool's deadline begins after loading.
 *
 * @param load - Imports the tool's module and returns the tool, for example
 * `async () => (await import('./cells.js')).getCellValue`.
 */
export function loadOnCall(load: () => Promise<LoadedImplementation>): Implementation {
  return { load };
}
