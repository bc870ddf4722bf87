import type { JsonSchema } from '@btcp/core';
import { isolateScopes } from './references/dynamic-scopes.ts';
import { findRefCycles } from './references/ref-cycles.ts';
import { rewriteSchema } from './rewrite-schema.ts';
import type { SchemaIssue } from './schema-issue.ts';
import { copyJson } from './copy-json.ts';
import { applyDeclaredDialect, type DocumentAt } from './dialect.ts';
import { findKeywordIssues } from './find-keyword-issues.ts';
import { isObject, type MutableObject } from './own-property.ts';
import { parsePointer } from './pointer.ts';
import { indexSchema, type SchemaIndex } from './references/schema-index.ts';
import { rewriteLoosePatterns, type OnRewritten } from './rewrite/rewrite-loose-patterns.ts';
import { keywordAtPointer } from './walk-schema.ts';

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

/** What a schema may refer to besides itself. */
export interface NormalizeOptions {
  /** Schemas with an `$id`, for `Type.Ref(Shared)`; those that are referred to are added under `$defs`. */
  readonly definitions?: readonly unknown[];
  /** Further documents that `$ref` and `$schema` may name, by their URI without a fragment. Nothing else is loaded. */
  readonly documentAt?: DocumentAt;
  /** Rewrites patterns that compile without the u flag only, instead of refusing them. */
  readonly onLoosePattern?: OnRewritten;
}

/** A schema as plain JSON, with its definitions and references. */
export interface SchemaReading {
  /** `undefined` where it is neither an object, `true` nor `false`. */
  readonly copy: MutableObject | boolean | undefined;
  /** Where the copy is an object. */
  readonly index?: SchemaIndex;
  readonly issues: readonly SchemaIssue[];
  /** What was left out because the declared draft ignores it. */
  readonly ignored: readonly SchemaIssue[];
}

/** Reads a schema of any draft, and finds its issues. */
export function readSchema(
  input: unknown,
  { definitions = [], documentAt, onLoosePattern }: NormalizeOptions = {},
): SchemaReading {
  const { copy, issues } = copySchema(input);
  if (typeof copy === 'boolean') return { copy, issues, ignored: [] };
  if (!isObject(copy)) {
    const found = issues.length > 0 ? issues : findKeywordIssues(copy);
    return { copy: undefined, issues: found, ignored: [] };
  }
  const { issues: unread, ignored } = applyDeclaredDialect(copy, documentAt);
  if (onLoosePattern) rewriteLoosePatterns(copy, onLoosePattern);
  issues.push(...unread, ...findKeywordIssues(copy, { olderDrafts: true }));
  const index = indexSchema(copy, definitions, documentAt);
  issues.push(...index.issues, ...findRefCycles(index.references));
  return { copy, index, issues, ignored };
}

function copySchema(schema: unknown): { copy: unknown; issues: SchemaIssue[] } {
  const issues: SchemaIssue[] = [];
  const copy = copyJson(schema, (path, message, help) => {
    issues.push({ path, keyword: keywordAtPointer(parsePointer(path) ?? []), message, help });
  });
  return { copy, issues };
}
