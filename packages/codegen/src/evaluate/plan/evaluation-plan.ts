import type { LeftOutStatement } from './choose-statements.ts';
import type { MissingExport } from './module-graph.ts';
import type { TextEdit } from '../../source/text-edits.ts';

/** The part of one of the author's modules that is evaluated. */
export interface PlannedModule {
  /** Absolute path. */
  readonly path: string;
  readonly text: string;
  /** Whether Node can run it without compilation. */
  readonly isPlain: boolean;
  /** The edits that turn the author's source into `text`. */
  readonly edits: readonly TextEdit[];
  /** Specifier → absolute path of one of the author's modules, or the name of an external one. */
  readonly imports: ReadonlyMap<string, string>;
}

/** An external module that the author's modules import. */
export interface ExternalImport {
  /** Its name in `imports`. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of a folder to resolve it from. */
  readonly from: string;
  /** Absolute paths of the author's modules that import it. */
  readonly importers: ReadonlySet<string>;
  /** The names that those modules import. */
  readonly wanted: ReadonlySet<string>;
}

/** The modules to evaluate. */
export interface EvaluationPlan {
  /** By absolute path. */
  readonly modules: ReadonlyMap<string, PlannedModule>;
  readonly externals: readonly ExternalImport[];
  readonly missingExports: readonly MissingExport[];
  readonly leftOut: readonly LeftOutStatement[];
}
