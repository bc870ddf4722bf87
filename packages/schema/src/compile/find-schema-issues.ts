import type { JsonSchema } from '@btcp/core';
import { normalizeSchema } from '../json-schema/normalize-schema.ts';
import type { SchemaIssue } from '../json-schema/schema-issue.ts';
import { findEndlessDefault } from './link/defaults.ts';
import { linkSchema } from './link/link-schema.ts';
import type { LinkedProgram } from './link/linked-schema.ts';
import { META_SCHEMAS } from './meta-schemas.ts';

/** How schemas are read. */
export interface ReadOptions {
  /** More documents that references may reach, by URI. Nothing else is ever loaded. */
  readonly documents?: Readonly<Record<string, JsonSchema>>;
  /** `ignore`: `format` says nothing about validity, as JSON Schema's default has it. */
  readonly formats?: 'assert' | 'ignore';
}

/** A schema ready to be emitted, or what keeps it from being so. */
export interface ReadProgram {
  readonly issues: readonly SchemaIssue[];
  /** Absent when there are issues. */
  readonly program?: LinkedProgram;
}

/**
 * Everything that would make a schema impossible to compile, or meaningless: it breaks its dialect's meta-schema, refers
 * to nothing or outside itself, has an invalid regular expression, a type that JSON does not have, or never ends. A
 * schema without issues compiles; a format that is not known is an annotation.
 */
export function findSchemaIssues(schema: JsonSchema): SchemaIssue[] {
  return [...readProgram(schema).issues];
}

/** Brings a schema into its normal form, and links that. */
export function readProgram(
  given: JsonSchema,
  { documents = {}, formats = 'assert' }: ReadOptions = {},
): ReadProgram {
  const documentAt = (uri: string): JsonSchema | undefined =>
    Object.hasOwn(documents, uri) ? documents[uri] : META_SCHEMAS.get(uri.replace(/^https?:/, ''));
  const { schema, issues } = normalizeSchema(given, { documentAt });
  if (issues.length > 0) return { issues };
  const program = linkSchema(schema, formats === 'assert');
  return findEndlessDefault(program) === undefined ? { issues, program } : { issues: [ENDLESS_DEFAULT] };
}

const ENDLESS_DEFAULT: SchemaIssue = {
  path: '',
  keyword: 'default',
  message: 'A default leaves a gap that a default fills, and so on without end.',
  help: 'Give the inner default every property that has a default itself, or remove one of the defaults.',
};
