import type { JsonSchema } from '@btcp/core';
import { copyJson } from './copy-json.ts';
import { applyDeclaredDialect } from './dialect.ts';
import { findKeywordProblems } from './find-keyword-problems.ts';
import { isObject } from './own-property.ts';
import { keywordAtPointer } from './walk-schema.ts';
import { parsePointer } from './pointer.ts';
import { findRefCycles } from './ref-cycles.ts';
import { rewriteSchema } from './rewrite-schema.ts';
import { indexSchema } from './schema-index.ts';
import type { SchemaProblem } from './schema-problem.ts';

/** What a schema may refer to beside itself. */
export interface NormalizeOptions {
  /** Schemas with an `$id`, for `Type.Ref(Shared)`; those that are referred to are added under `$defs`. */
  readonly definitions?: readonly unknown[];
}

/** A schema in its normal form, or what is wrong with it. */
export interface NormalizedSchema {
  /** The normal form; where there are problems, the input as plain JSON as far as it is JSON, not to be used. */
  readonly schema: JsonSchema;
  /** Empty where the normal form means the same as the input. */
  readonly problems: readonly SchemaProblem[];
  /** What was left out because the draft that the schema declares ignores it; the same values pass. */
  readonly ignored?: readonly SchemaProblem[];
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
  const { copy, problems } = copySchema(input);
  if (typeof copy === 'boolean') return { schema: copy, problems };
  if (!isObject(copy)) {
    return { schema: {}, problems: problems.length > 0 ? problems : findKeywordProblems(copy) };
  }
  const { problems: unread, ignored } = applyDeclaredDialect(copy);
  problems.push(...unread, ...findKeywordProblems(copy, { olderDrafts: true }));
  const index = indexSchema(copy, options.definitions ?? []);
  problems.push(...index.problems, ...findRefCycles(index.references));
  const schema = problems.length > 0 ? copy : rewriteSchema(copy, index);
  return { schema, problems, ...(ignored.length > 0 && { ignored }) };
}

function copySchema(schema: unknown): { copy: unknown; problems: SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const copy = copyJson(schema, (path, message, help) => {
    problems.push({ path, keyword: keywordAtPointer(parsePointer(path) ?? []), message, help });
  });
  return { copy, problems };
}
