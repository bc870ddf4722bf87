import type { JsonSchema } from '@btcp/core';

/** Something of a definition that cannot be published; `path` is a JSON pointer into the definition. */
export interface DefinitionProblem {
  readonly path: string;
  readonly message: string;
  readonly help: string;
  /** Whether it keeps nothing from being built: a keyword that the schema's own draft does not read. */
  readonly isIgnored?: true;
}

/** A definition as evaluation read it. */
export interface EvaluatedDefinition {
  /** Plain JSON of everything but the schemas and `execute`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** In normal form. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Pointers to the properties of the input that have a default and stand in `Type.Optional` all the same. */
  readonly optionalDefaults?: readonly string[];
  readonly hasExecute: boolean;
  readonly problems: readonly DefinitionProblem[];
}

/** An error thrown while a module or definition was evaluated. */
export interface EvaluationError {
  readonly message: string;
  /** With source maps applied. */
  readonly stack: string;
  /** The import that was used but could not be loaded. */
  readonly missingImport?: string;
}

/** What the evaluating process reports, one JSON text a line. */
export type EvaluationEvent =
  /**
   * A module begins: the path of a slice relative to the root, or the name of an external module. With `\0` and the
   * name that the slice exports it under: a definition in it.
   */
  | { readonly enter: string }
  | { readonly leave: string }
  | { readonly module: string; readonly error: EvaluationError }
  | { readonly module: string; readonly tool: number; readonly error: EvaluationError }
  | { readonly module: string; readonly tool: number; readonly definition: EvaluatedDefinition }
  | { readonly done: true };

/** A module of somebody else's that slices import. */
export interface ExternalModule {
  /** What slices know it by. */
  readonly name: string;
  readonly specifier: string;
  /** What to import, or why it cannot be. */
  readonly url?: string;
  readonly reason?: string;
}

/** What the evaluating process is given, beside the bundle. */
export interface EvaluationJob {
  readonly externals: readonly ExternalModule[];
}
