import type { LeftOutStatement } from './choose-statements.ts';
import type { MissingExport } from './module-graph.ts';
import type { TextEdit } from '../text-edits.ts';

/** The part of one of the author's modules that is evaluated. */
export interface PlannedModule {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** Whether it is JavaScript that Node runs as it stands. */
  readonly isPlain: boolean;
  /** What was changed of the module. */
  readonly edits: readonly TextEdit[];
  /** What it imports: specifier → absolute path of one of the author's modules, or the name of an external one. */
  readonly imports: ReadonlyMap<string, string>;
}

/** A module of somebody else's that the author's import. */
export interface ExternalImport {
  /** The name that it is known by. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of a folder to resolve it from. */
  readonly from: string;
  /** Absolute paths of the author's modules that import it. */
  readonly importers: ReadonlySet<string>;
  /** The names that they import. */
  readonly wanted: ReadonlySet<string>;
}

/** What is evaluated, module by module. */
export interface EvaluationPlan {
  /** By absolute path. */
  readonly modules: ReadonlyMap<string, PlannedModule>;
  readonly externals: readonly ExternalImport[];
  readonly missingExports: readonly MissingExport[];
  readonly leftOut: readonly LeftOutStatement[];
}
