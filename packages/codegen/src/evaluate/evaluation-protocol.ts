import type { JsonSchema, UnplacedDiagnostic } from '@btcp/core';
import type { DiscoveredTool } from '../discover/discovered-tool.ts';

/** A part of a definition that cannot be published; `path` points into the definition. */
export interface DefinitionProblem extends Pick<UnplacedDiagnostic, 'path' | 'message' | 'help'> {
  /** What is reported of it, where nothing keeps the definition from being published. */
  readonly warning?: 'keyword-ignored' | 'schema-library-differs';
}

/** What an alias's `mapInput` made of a sample. */
export type MappedSample = { readonly input: unknown } & (
  | { readonly mapped: unknown }
  /** What it returns that is no JSON, in words. */
  | { readonly returned: string }
  | { readonly error: string }
);

export interface EvaluatedAlias {
  readonly name: string;
  /** In normal form; absent if it is the tool's own. */
  readonly inputSchema?: JsonSchema;
  readonly sunset?: unknown;
  /** Absent without a `mapInput`. */
  readonly samples?: readonly MappedSample[];
}

export interface EvaluatedDefinition {
  /** Plain JSON of everything but the schemas, the aliases and `execute`. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** In normal form. */
  readonly inputSchema?: JsonSchema;
  readonly outputSchema?: JsonSchema;
  /** Pointers to the input's properties with both a default and `Type.Optional`. */
  readonly optionalDefaults?: readonly string[];
  /** The library that the schemas are written with, as Standard Schema names it; absent for TypeBox 0.34. */
  readonly library?: string;
  readonly hasExecute: boolean;
  readonly aliases?: readonly EvaluatedAlias[];
  readonly problems: readonly DefinitionProblem[];
}

/** An error thrown while a module or definition was evaluated. */
export interface EvaluationError {
  readonly message: string;
  /** Positions refer to the evaluated code. */
  readonly stack: string;
  /** The import that failed to load, or the network function that was used. */
  readonly missingImport?: string;
  readonly network?: string;
}

export interface Variation {
  readonly varies: string;
  readonly stack: string;
}

/**
 * A report of the evaluation process, one JSON value per line; the last one is `{ "done": true }`. Modules are absolute
 * paths, tools are numbers.
 */
export type EvaluationEvent =
  /** Evaluation of a module, an external module (by name) or a definition (by number) begins. */
  | { readonly enter: string }
  | { readonly leave: string }
  | { readonly tool: number; readonly error: EvaluationError }
  | { readonly tool: number; readonly definition: EvaluatedDefinition }
  | Variation;

/** An external module that the author's modules import. */
export interface ExternalModule {
  /** Its name in `imports`. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of the JSON that it is, which may be found by the tsconfig alone. */
  readonly json: string | undefined;
  /** Absolute paths of the modules that import it. */
  readonly importers: Iterable<string>;
  readonly wanted: Iterable<string>;
}

/** One of the author's modules, as JavaScript. */
export interface EvaluatedModule {
  readonly path: string;
  readonly code: string;
  readonly tools: readonly number[];
}

/** The input of the evaluation process, as JSON. */
export interface EvaluationJob {
  readonly externals: readonly ExternalModule[];
  readonly modules: readonly EvaluatedModule[];
}

/** A former name of a tool. */
export interface AliasOfTool extends EvaluatedAlias {
  readonly toolName: string;
  readonly toolInput: JsonSchema;
}

export interface EvaluatedTool extends DiscoveredTool {
  readonly name: string;
  readonly definitionValue: EvaluatedDefinition;
  /** Set where this is an alias: a former name of the tool that its code defines. */
  readonly alias?: AliasOfTool;
}
