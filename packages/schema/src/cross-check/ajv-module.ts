/**
 * The default export of one of ajv's CommonJS modules. Node gives the whole module as its default; some loaders and
 * bundlers take the inner default out of it themselves.
 */
export function defaultOf<T extends object>(module: { readonly default: T }): T {
  return 'default' in module ? module.default : module;
}
