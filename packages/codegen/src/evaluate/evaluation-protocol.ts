import type { JsonSchema, UnplacedDiagnostic } from '@btcp/core';

/** Something of a definition that cannot be published; `path` points into the definition. */
export interface DefinitionProblem extends Pick<UnplacedDiagnostic, 'path' | 'message' | 'help'> {
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
  /** Its places are in the text that was evaluated. */
  readonly stack: string;
  /** What it is about, where an import could not be loaded or the network was used. */
  readonly missingImport?: string;
  readonly network?: string;
}

/** Something was used that differs from build to build. */
export interface Variation {
  readonly varies: string;
  readonly stack: string;
}

/** What the evaluating process reports, one JSON text a line. Modules are absolute paths, tools numbers. */
export type EvaluationEvent =
  /** A module, an external module by its name, or a definition by its number begins to be evaluated. */
  | { readonly enter: string }
  | { readonly leave: string }
  | { readonly module: string; readonly error: EvaluationError }
  | { readonly tool: number; readonly error: EvaluationError }
  | { readonly tool: number; readonly definition: EvaluatedDefinition }
  | Variation
  | { readonly done: true };

/** A module of somebody else's that the author's import. */
export interface ExternalModule {
  /** What they know it by. */
  readonly name: string;
  readonly specifier: string;
  /** What to import, or why it cannot be. */
  readonly url?: string;
  readonly reason?: string;
  /** The names that they import. */
  readonly wanted: readonly string[];
}

/** A module of the author's, as JavaScript. */
export interface EvaluatedModule {
  readonly path: string;
  readonly code: string;
  /** Specifier → absolute path of one of the author's, or the name of an external one. */
  readonly imports: Readonly<Record<string, string>>;
  /** The numbers of the tools that it defines. */
  readonly tools: readonly number[];
}

/** What the evaluating process is given. */
export interface EvaluationJob {
  readonly externals: readonly ExternalModule[];
  readonly modules: readonly EvaluatedModule[];
}

/** What an external module is imported as, beside the names that it exports. */
export const NAMESPACE = '__btcpNamespace';
