/**
 * Starts a worker with QuickJS, for tools that are built for the level `wasm`. Their registration imports this module
 * when they are registered, so that bundlers copy QuickJS only for pages with such tools.
 */
export function startQuickJs(): Worker {
  // Bundlers find the file by this expression.
  return new Worker(new URL('./quickjs-engine.mjs', import.meta.url));
}
