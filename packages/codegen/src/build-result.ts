import type { Diagnostic, Manifest } from '@btcp/core';
import type { ProjectOptions } from './config/with-project.ts';
import type { EmittedFile, StaleFile } from './write/write-files.ts';
import { sortDiagnostics } from './check/report/group-diagnostics.ts';

/** Options of a build. */
export interface BuildOptions extends ProjectOptions {
  /** Whether to replace files that differ on disk, or only report them. Default: `write`. */
  readonly mode?: 'write' | 'check';
  /** Milliseconds to read the schemas of one module. Default: 10,000. */
  readonly evaluationTimeout?: number;
  /**
   * Whether to rebuild whenever a source file changes, until the signal is aborted; the promise then resolves to the last
   * result. The compilers stay loaded, so that rebuilds are fast.
   */
  readonly watch?: boolean;
  /**
   * Called with the result of each build while files are watched. If it returns a promise, what only the next build needs is
   * prepared after that, as it takes processor time that what shows the result may need.
   *
   * @param readOf - What the build knows of a file, by its absolute path.
   */
  readonly onBuild?: (result: BuildResult, readOf: (path: string) => FileRead) => void | Promise<void>;
  /** Stops watching. */
  readonly signal?: AbortSignal;
  /** Called when a stage begins. */
  readonly onStage?: (stage: BuildStage) => void;
  /** The names that `targets` of the config may have. Default: any. */
  readonly targetNames?: readonly string[];
  /** Called before anything is written, also where nothing has changed; its errors fail the build. */
  readonly inspect?: ManifestInspector;
}

/**
 * What a build knows of a file: `none` if it has not read it, `current` if it has read the text that the file has now, and
 * `old` if the file has changed since, so that another build follows.
 */
export type FileRead = 'none' | 'current' | 'old';

/** The stages of a check, in order; `load` begins before the compilers are loaded, which nothing cached needs. */
export type CheckStage = 'load' | 'discover' | 'evaluate' | 'infer' | 'check' | 'run';

/** The stages of a build, in order. */
export type BuildStage = CheckStage | 'emit' | 'write';

/** The result of a build. */
export interface BuildResult {
  /** Whether there is no error; nothing is written otherwise. */
  readonly ok: boolean;
  /** Absolute path of the folder that the diagnostics' files are relative to. */
  readonly root: string;
  /** Every mistake found, sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined after an error. */
  readonly manifest?: Manifest;
  /** Those of the config; undefined after an error. */
  readonly targets?: readonly string[];
  /** Absolute path of the output folder. */
  readonly outDir?: string;
  readonly files: readonly EmittedFile[];
  /** Files that differed on disk: replaced, or in mode `check` only reported. `sources.json` only where it is new. */
  readonly stale: readonly StaleFile[];
}

/** A manifest that has been checked, before it is written. */
export interface InspectedManifest {
  /** Absolute path of the config's folder, which the files of diagnostics are relative to. */
  readonly root: string;
  readonly manifest: Manifest;
  /** Those of the config. */
  readonly targets: readonly string[];
}

/** Reports what is wrong with a whole manifest. */
export type ManifestInspector = (inspected: InspectedManifest) => Promise<readonly Diagnostic[]>;

/** Adds what an inspector finds to the diagnostics of a build. */
export async function withInspection(
  diagnostics: readonly Diagnostic[],
  inspect: ManifestInspector | undefined,
  inspected: InspectedManifest,
): Promise<readonly Diagnostic[]> {
  const found = await inspect?.(inspected);
  return found && found.length > 0 ? sortDiagnostics([...diagnostics, ...found]) : diagnostics;
}

/** Whether none of the diagnostics fails a build. */
export function hasNoError(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.every(({ severity }) => severity !== 'error');
}
