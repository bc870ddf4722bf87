import type { Manifest } from './manifest.ts';
import type { ToolContext } from './tool.ts';
import type { ToolValidators } from './validator.ts';

/** What runs a tool: a function, or anything with an `execute` such as what `defineTool` returns. */
// `never` lets implementations with any input type be passed; the client calls them only with validated input.
export type Implementation =
  | ((input: never, context: ToolContext) => unknown)
  | { readonly execute: (input: never, context: ToolContext) => unknown };

/** Everything a client needs to run a manifest's tools. */
export interface Registration {
  readonly manifest: Manifest;
  readonly implementations: Readonly<Record<string, Implementation>>;
  /** What `btcp build` wrote to `validators.js`. */
  readonly validators?: Readonly<Record<string, ToolValidators>>;
}
