import type { Implementation, LoadedImplementation } from './registration.ts';

/**
 * An implementation that is loaded when it is first called: a page starts without it, and one that cannot be loaded
 * fails alone. The tool's deadline begins when it is loaded.
 *
 * @param load - Imports the module of the tool and picks it, for example
 * `async () => (await import('./cells.js')).getCellValue`.
 */
export function loadOnCall(load: () => Promise<LoadedImplementation>): Implementation {
  return { load };
}
