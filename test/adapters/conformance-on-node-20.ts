import { register } from 'node:module';

// The conformance suite imports `globSync` of Node 22 for an unused command; without a stub it does not load.
const HOOK = `
const SHIM = 'data:text/javascript,' + encodeURIComponent("export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;");
export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/') ? { url: SHIM, shortCircuit: true } : next(specifier, context);
`;

register(`data:text/javascript,${encodeURIComponent(HOOK)}`);
