import type { JsonSchema } from '@btcp/core';
import { isolateScopes } from './references/dynamic-scopes.ts';
import { type NormalizeOptions, readSchema } from './read-schema.ts';
import { findRefCycles } from './references/ref-cycles.ts';
import { rewriteSchema } from './rewrite-schema.ts';
import type { SchemaIssue } from './schema-issue.ts';

/** A schema in its normal form, or its issues. */
export interface NormalizedSchema {
  /** The normal form; where there are issues, the input as plain JSON as far as it is JSON, not to be used. */
  readonly schema: JsonSchema;
  /** Empty where the normal form means the same as the input. */
  readonly issues: readonly SchemaIssue[];
  /** What was left out because the declared draft ignores it; the same values pass. */
  readonly ignored?: readonly SchemaIssue[];
}

/**
 * Brings a schema into the one form that everything else reads: plain JSON, draft 2020-12, all definitions under the
 * root's `$defs`, all references as pointers into the schema, no `$id`, no `$schema`. The same values pass. Properties
 * keep their order, and normalising again changes nothing.
 *
 * @param input - A TypeBox schema, one of JSON Schema from draft-04 to 2020-12, or one in the manner of OpenAPI; never
 * written to.
 */
export function normalizeSchema(input: unknown, options: NormalizeOptions = {}): NormalizedSchema {
  const { copy, index, issues, ignored } = readSchema(input, options);
  const read = { issues, ...(ignored.length > 0 && { ignored }) };
  if (typeof copy !== 'object' || index === undefined) return { schema: copy ?? {}, ...read };
  if (issues.length > 0) return { schema: copy, ...read };
  const scoped = isolateScopes(copy, index);
  if (scoped === undefined) return { schema: rewriteSchema(copy, index), ...read };
  const cycles = findRefCycles(scoped.index.references);
  return cycles.length > 0
    ? { schema: copy, issues: cycles }
    : { schema: rewriteSchema(scoped.root, scoped.index), ...read };
}
