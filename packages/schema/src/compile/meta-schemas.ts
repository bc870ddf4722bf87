import type { JsonSchema } from '@btcp/core';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';

/** The meta-schemas of both dialects, by URI without its scheme, as references may name them; ajv has them. */
export function metaSchemas(): ReadonlyMap<string, JsonSchema> {
  return (known ??= read());
}

// Read when first needed: few schemas refer to them.
let known: ReadonlyMap<string, JsonSchema> | undefined;

function read(): ReadonlyMap<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  for (const ajv of [new (defaultOf(Ajv))(), new (defaultOf(Ajv2020))()]) {
    for (const [uri, env] of Object.entries(ajv.schemas)) {
      if (env !== undefined) found.set(uri.replace(/^https?:/, '').replace(/#$/, ''), env.schema);
    }
  }
  return found;
}

/**
 * The default export of one of ajv's CommonJS modules. Node gives the whole module as its default; some loaders and
 * bundlers take the inner default out of it themselves.
 */
export function defaultOf<T extends object>(module: { readonly default: T }): T {
  return 'default' in module ? module.default : module;
}
