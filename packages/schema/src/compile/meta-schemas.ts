import type { JsonSchema } from '@btcp/core';
import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' };
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' };
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' };
import format from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' };
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' };
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' };
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' };
import draft2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' };

const DOCUMENTS: readonly { readonly $id: string }[] = [
  draft7,
  draft2020,
  applicator,
  content,
  core,
  format,
  metaData,
  unevaluated,
  validation,
];

/** The meta-schemas of both dialects, which schemas may refer to, by their URI without scheme and empty fragment. ajv has the documents. */
export const META_SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(
  DOCUMENTS.map((document) => [document.$id.replace(/^https?:/, '').replace(/#$/, ''), document]),
);
