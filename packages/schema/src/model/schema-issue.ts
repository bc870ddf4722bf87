import type { Issue } from '@btcp/core';

/** An issue of a schema or a manifest, and what to do about it; `keyword` is empty where none is at fault. */
export interface SchemaIssue extends Issue {
  readonly help: string;
  /** Of `required`, which property is missing. */
  readonly params?: { readonly missingProperty: string };
}

/** Takes one issue: where it is in the input, what is wrong, and what to do about it. */
export type Report = (path: string, message: string, help: string) => void;
