import { copyJson } from './copy-json.ts';
import { applyDeclaredDialect, type DocumentAt } from './dialect.ts';
import { findKeywordProblems } from './find-keyword-problems.ts';
import { isObject, type MutableObject } from './own-property.ts';
import { parsePointer } from './pointer.ts';
import { findRefCycles } from './ref-cycles.ts';
import { indexSchema, type SchemaIndex } from './schema-index.ts';
import type { SchemaProblem } from './schema-problem.ts';
import { keywordAtPointer } from './walk-schema.ts';

/** What a schema may refer to beside itself. */
export interface NormalizeOptions {
  /** Schemas with an `$id`, for `Type.Ref(Shared)`; those that are referred to are added under `$defs`. */
  readonly definitions?: readonly unknown[];
  /** More documents that `$ref` and `$schema` may name, by their address without a fragment. Nothing else is loaded. */
  readonly documentAt?: DocumentAt;
}

/** A schema as plain JSON, with what it defines and refers to. */
export interface SchemaReading {
  /** Nothing where it is neither an object, `true` nor `false`. */
  readonly copy: MutableObject | boolean | undefined;
  /** Where the copy is an object. */
  readonly index?: SchemaIndex;
  readonly problems: readonly SchemaProblem[];
  /** What was left out because the draft that the schema declares ignores it. */
  readonly ignored: readonly SchemaProblem[];
}

/** Reads a schema of any draft, and finds what is wrong with it. */
export function readSchema(
  input: unknown,
  { definitions = [], documentAt }: NormalizeOptions = {},
): SchemaReading {
  const { copy, problems } = copySchema(input);
  if (typeof copy === 'boolean') return { copy, problems, ignored: [] };
  if (!isObject(copy)) {
    const found = problems.length > 0 ? problems : findKeywordProblems(copy);
    return { copy: undefined, problems: found, ignored: [] };
  }
  const { problems: unread, ignored } = applyDeclaredDialect(copy, documentAt);
  problems.push(...unread, ...findKeywordProblems(copy, { olderDrafts: true }));
  const index = indexSchema(copy, definitions, documentAt);
  problems.push(...index.problems, ...findRefCycles(index.references));
  return { copy, index, problems, ignored };
}

function copySchema(schema: unknown): { copy: unknown; problems: SchemaProblem[] } {
  const problems: SchemaProblem[] = [];
  const copy = copyJson(schema, (path, message, help) => {
    problems.push({ path, keyword: keywordAtPointer(parsePointer(path) ?? []), message, help });
  });
  return { copy, problems };
}
