import type { ts } from '../source/ts.ts';
import type { TextEdit } from './text-edits.ts';

/** The part of one of the author's modules that is evaluated. */
export interface Slice {
  /** Absolute path of the module. */
  readonly path: string;
  /** The name that other slices import it by. */
  readonly name: string;
  readonly text: string;
  /** What was changed of the module. */
  readonly edits: readonly TextEdit[];
  /** How many tools it exports. */
  readonly toolCount: number;
  /** Absolute paths of the author's modules that it imports. */
  readonly dependencies: ReadonlySet<string>;
}

/** A module of somebody else's that slices import. */
export interface ExternalImport {
  /** The name that slices import it by. */
  readonly name: string;
  readonly specifier: string;
  /** Absolute path of a folder to resolve it from. */
  readonly from: string;
  /** Absolute paths of the author's modules that import it. */
  readonly importers: ReadonlySet<string>;
}

/** What is evaluated, module by module. */
export interface SlicePlan {
  /** By absolute path. */
  readonly slices: ReadonlyMap<string, Slice>;
  readonly externals: readonly ExternalImport[];
  readonly missingExports: readonly MissingExport[];
  readonly leftOut: readonly LeftOutStatement[];
}

/** A statement that may change what the schemas need, but runs what the build does not run. */
export interface LeftOutStatement {
  readonly node: ts.Statement;
  /** The value that it mentions. */
  readonly name: string;
  /** The package that it calls; undefined for what only a page or a process has. */
  readonly specifier: string | undefined;
  /** Whether it may only run code that changes the value. */
  readonly isHidden: boolean;
}

/** An import of a name that the author's other module does not export. */
export interface MissingExport {
  /** Absolute path of the importing module. */
  readonly path: string;
  readonly specifier: string;
  readonly name: string;
}
