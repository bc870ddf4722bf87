import type { JsonSchema } from '@btcp/core';
import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import { defaultOf } from './ajv-module.ts';

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
