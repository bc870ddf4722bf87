import type { Implementation } from './registration.ts';
import type { ToolContext } from './tool.ts';

/**
 * An implementation that is loaded when it is first called: a page starts without it, and one that cannot be loaded
 * fails alone.
 *
 * @param load - Imports the module of the tool and picks it, for example
 * `async () => (await import('./cells.js')).getCellValue`.
 */
export function loadOnCall(load: () => Promise<Implementation>): Implementation {
  let loaded: Implementation | undefined;
  return (input: never, context: ToolContext): unknown => {
    if (loaded) return run(loaded, input, context);
    return load().then((implementation) => run((loaded = implementation), input, context));
  };
}

function run(implementation: Implementation, input: never, context: ToolContext): unknown {
  return 'execute' in implementation
    ? implementation.execute(input, context)
    : implementation(input, context);
}
