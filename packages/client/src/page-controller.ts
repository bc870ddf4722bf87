/**
 * An abort controller for a tool in a page, where an error of a listener is logged by the browser and ends nothing.
 * Bundlers take it in the place of `contained-controller.ts`, by package.json's `imports`.
 */
export function createToolController(): AbortController {
  return new AbortController();
}
