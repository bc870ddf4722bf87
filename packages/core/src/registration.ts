import type { Manifest } from './manifest.ts';
import type { ToolContext } from './tool.ts';
import type { ToolValidators } from './validator.ts';

/** What runs a tool: a function, or anything with an `execute` such as what `defineTool` returns. */
// `never` lets implementations with any input type be passed; the client calls them only with validated input.
export type LoadedImplementation =
  | ((input: never, context: ToolContext) => unknown)
  | { readonly execute: (input: never, context: ToolContext) => unknown };

/** What runs a tool, or what loads that at the first call: see `loadOnCall`. */
export type Implementation = LoadedImplementation | { readonly load: () => Promise<LoadedImplementation> };

declare const TOOLS: unique symbol;

/**
 * Everything a client needs to run a manifest's tools.
 *
 * @typeParam Tools - Their types by name: `Tools` of the generated `client.ts`.
 */
export interface Registration<Tools = unknown> {
  /** Never there: it only lends its type, so that a registration knows the types of its tools. */
  readonly [TOOLS]?: Tools;
  readonly manifest: Manifest;
  readonly implementations: Readonly<Record<string, Implementation>>;
  /** What `btcp build` wrote to `validators.js`. */
  readonly validators?: Readonly<Record<string, ToolValidators>>;
}
