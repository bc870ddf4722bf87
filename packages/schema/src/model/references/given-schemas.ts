import { copyJson } from '../copy-json.ts';
import { applyDeclaredDialect, type DocumentAt } from '../dialect.ts';
import { findKeywordIssues } from '../find-keyword-issues.ts';
import { isObject, type MutableObject } from '../own-property.ts';
import type { SchemaIssue } from '../schema-issue.ts';

/** A schema that was given beside the input, as plain JSON. */
export interface GivenSchema {
  readonly copy: MutableObject;
  /** Paths point into the given schema. */
  readonly issues: readonly SchemaIssue[];
}

/** Schemas that were given beside the input; copied only when one is asked for. */
export class GivenSchemas {
  readonly #schemas: readonly unknown[];
  readonly #documentAt: DocumentAt | undefined;
  readonly #copies = new Map<unknown, GivenSchema>();

  constructor(schemas: readonly unknown[], documentAt: DocumentAt | undefined) {
    this.#schemas = schemas;
    this.#documentAt = documentAt;
  }

  /** All that have the `$id`. */
  withId(id: string): GivenSchema[] {
    return this.#schemas.filter((schema) => idOf(schema) === id).map((schema) => this.#copy(schema));
  }

  /** The document with a URI. */
  at(address: string): GivenSchema | undefined {
    const schema = this.#documentAt?.(address);
    return schema === undefined ? undefined : this.#copy(schema);
  }

  #copy(schema: unknown): GivenSchema {
    const known = this.#copies.get(schema);
    if (known !== undefined) return known;
    const copied = copyGiven(schema, this.#documentAt);
    this.#copies.set(schema, copied);
    return copied;
  }
}

// Reads without calling a getter, as `copyJson` does.
const idOf = (schema: unknown): unknown =>
  isObject(schema) ? Object.getOwnPropertyDescriptor(schema, '$id')?.value : undefined;

function copyGiven(schema: unknown, documentAt: DocumentAt | undefined): GivenSchema {
  const issues: SchemaIssue[] = [];
  const report = (path: string, message: string, help: string) => {
    issues.push({ path, keyword: '', message, help });
  };
  const copied = copyJson(schema, report);
  const copy = isObject(copied) ? copied : copied === false ? { not: {} } : {};
  issues.push(
    ...applyDeclaredDialect(copy, documentAt).issues,
    ...findKeywordIssues(copy, { olderDrafts: true }),
  );
  return { copy, issues };
}
