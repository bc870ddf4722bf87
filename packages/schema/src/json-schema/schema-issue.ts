import type { Issue } from '@btcp/core';

/** One thing wrong with a schema or a manifest, and the way out; `keyword` is empty where none is at fault. */
export interface SchemaIssue extends Issue {
  /** What to do about it. */
  readonly help: string;
  /** Of `required`, which property is missing. */
  readonly params?: { readonly missingProperty: string };
}

/** Takes one issue: where it is in the input, what is wrong, and what to do about it. */
export type Report = (path: string, message: string, help: string) => void;
