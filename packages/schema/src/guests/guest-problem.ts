import { normalizeSchema } from '../model/normalize-schema.ts';
import type { JsonSchema } from '@btcp/core';

/** What JSON Schema cannot say of a schema of another library, or what is to be known of it. */
export interface GuestProblem {
  /** JSON Pointer into the schema. */
  readonly path: string;
  readonly message: string;
  readonly help: string;
  /** What is reported of it, where nothing keeps the schema from being published. */
  readonly warning?: 'keyword-ignored' | 'schema-library-differs';
}

/** A schema in normal form, which is not to be used where a problem is no warning. */
export interface ReportedSchema {
  readonly schema: JsonSchema;
  readonly problems: readonly GuestProblem[];
}

/** Brings a schema into normal form, and reports what it has not, and what its draft ignores. */
export function normalizeReported(value: unknown, definitions: readonly object[]): ReportedSchema {
  const { schema, issues, ignored = [] } = normalizeSchema(value, { definitions });
  return {
    schema,
    problems: [
      ...issues.map(({ path, message, help }) => ({ path, message, help })),
      ...ignored.map(({ path, message, help }) => ({
        path,
        message,
        help,
        warning: 'keyword-ignored' as const,
      })),
    ],
  };
}

/** Where to check what a schema cannot say, for `help`. */
export const IN_EXECUTE: string =
  "in `execute`, where `throw new BTCPError('INVALID_ARGUMENT', …)` tells the caller";

/** What to do about code in a schema, for `help`. */
export const PUBLISH_WHAT_IS_SENT: string = `Publish what is sent, and do the rest ${IN_EXECUTE}.`;

/** A member of a value that may be anything; a primitive has those of its type. */
export function memberOf(value: unknown, key: string): unknown {
  return (Object(value) as Readonly<Record<string, unknown>>)[key];
}
