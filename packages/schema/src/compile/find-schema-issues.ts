import draft7 from 'ajv/dist/refs/json-schema-draft-07.json' with { type: 'json' };
import applicator from 'ajv/dist/refs/json-schema-2020-12/meta/applicator.json' with { type: 'json' };
import content from 'ajv/dist/refs/json-schema-2020-12/meta/content.json' with { type: 'json' };
import core from 'ajv/dist/refs/json-schema-2020-12/meta/core.json' with { type: 'json' };
import format from 'ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json' with { type: 'json' };
import metaData from 'ajv/dist/refs/json-schema-2020-12/meta/meta-data.json' with { type: 'json' };
import unevaluated from 'ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json' with { type: 'json' };
import validation from 'ajv/dist/refs/json-schema-2020-12/meta/validation.json' with { type: 'json' };
import draft2020 from 'ajv/dist/refs/json-schema-2020-12/schema.json' with { type: 'json' };
import type { JsonSchema } from '@btcp/core';
import { normalizeSchema } from '../model/normalize-schema.ts';
import type { SchemaIssue } from '../model/pointer.ts';
import { countDefaults } from './link/defaults.ts';
import { linkSchema } from './link/link-schema.ts';
import type { LinkedProgram } from './link/linked-schema.ts';

export interface ReadOptions {
  /** Further documents that references may name, by URI. Nothing else is ever loaded. */
  readonly documents?: Readonly<Record<string, JsonSchema>>;
  /** `ignore`: `format` is an annotation, as JSON Schema's default has it. */
  readonly formats?: 'assert' | 'ignore';
}

/** A program ready to be emitted, or the issues that prevent it. */
export interface ReadProgram {
  readonly issues: readonly SchemaIssue[];
  /** Absent when there are issues. */
  readonly program?: LinkedProgram;
}

/**
 * Finds everything that makes a schema impossible to compile, or meaningless: a violation of its dialect's meta-schema,
 * an unresolved or external reference, an invalid regular expression, a type that JSON does not have, endless
 * recursion. A schema without issues compiles; an unknown format is an annotation.
 */
export function findSchemaIssues(schema: JsonSchema): SchemaIssue[] {
  return [...readProgram(schema).issues];
}

export function readProgram(
  given: JsonSchema,
  { documents = {}, formats = 'assert' }: ReadOptions = {},
): ReadProgram {
  const documentAt = (uri: string): JsonSchema | undefined =>
    Object.hasOwn(documents, uri) ? documents[uri] : META_SCHEMAS.get(uri.replace(/^https?:/, ''));
  const { schema, issues } = normalizeSchema(given, { documentAt });
  return issues.length > 0 ? { issues } : linkNormal(schema, formats);
}

/** Links a schema in the normal form, or says what makes it too large to compile. */
export function linkNormal(schema: JsonSchema, formats: ReadOptions['formats'] = 'assert'): ReadProgram {
  const program = linkSchema(schema, formats === 'assert');
  if (program.checks > MAX_CHECKS) return { issues: [TOO_MANY_CHECKS] };
  const filled = countDefaults(program);
  if (filled === Infinity) return { issues: [ENDLESS_DEFAULT] };
  return filled > MAX_FILLED ? { issues: [TOO_MANY_DEFAULTS] } : { issues: [], program };
}

// The messages name these limits: formatting numbers loads a module of languages, 15 ms of each start.
/** Of one value: six times what Vega-Lite's schema needs, which has the most of those that we know. */
const MAX_CHECKS = 1_000_000;
/** Values that defaults make of one. */
const MAX_FILLED = 100_000;

const TOO_MANY_CHECKS: SchemaIssue = {
  path: '',
  keyword: '$ref',
  message: 'Its references multiply: one value would be checked more than 1,000,000 times.',
  help: 'Refer to a definition once on each way through the schema, not from several parts of the same union or `allOf`.',
};

const TOO_MANY_DEFAULTS: SchemaIssue = {
  path: '',
  keyword: 'default',
  message: 'Defaults within defaults would make more than 100,000 values of one.',
  help: 'Give the inner properties no defaults, or the outer default all that it should hold.',
};

const ENDLESS_DEFAULT: SchemaIssue = {
  path: '',
  keyword: 'default',
  message: 'A default leaves a gap that a default fills, and so on without end.',
  help: 'Give the inner default every property that has a default itself, or remove one of the defaults.',
};

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
const META_SCHEMAS: ReadonlyMap<string, JsonSchema> = new Map(
  DOCUMENTS.map((document) => [document.$id.replace(/^https?:/, '').replace(/#$/, ''), document]),
);
