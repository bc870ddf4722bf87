const asUrl = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;

// The conformance suite imports `globSync` of Node 22 for an unused command; without a stub it does not load.
const SHIM = asUrl(
  "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = undefined;",
);
const HOOK = asUrl(`
export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/conformance/dist/') ? { url: ${JSON.stringify(SHIM)}, shortCircuit: true } : next(specifier, context);
`);

/** The URL of a module to import before the conformance suite. It needs no compiler, which would take most of the time. */
export const ON_NODE_20: string = asUrl(
  `import { register } from 'node:module'; register(${JSON.stringify(HOOK)});`,
);
