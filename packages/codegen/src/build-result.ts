import type { Diagnostic, Manifest } from '@btcp/core';
import type { CheckStage } from './check-project.ts';
import type { ProjectOptions } from './config/with-project.ts';
import type { EmittedFile, StaleFile } from './write/write-files.ts';

/** What a build is told. */
export interface BuildOptions extends ProjectOptions {
  /** What to do with the result: replace what differs on disk, or only find out what would. Default: `write`. */
  readonly mode?: 'write' | 'check';
  /** Milliseconds that reading the schemas of one module may take. Default: 10,000. */
  readonly evaluationTimeout?: number;
  /**
   * Whether to build again whenever a file changes that was read, until the signal is aborted; the promise is then of the
   * last result. The compilers are kept meanwhile, so that what changed is on disk at once.
   */
  readonly watch?: boolean;
  /** Called with the result of each build while files are watched. */
  readonly onBuild?: (result: BuildResult) => void;
  /** Ends watching. */
  readonly signal?: AbortSignal;
  /** Called when a stage begins. */
  readonly onStage?: (stage: BuildStage) => void;
}

/** The stages of a build, in order. */
export type BuildStage = CheckStage | 'emit' | 'write';

/** What a build gave. */
export interface BuildResult {
  /** Whether there is no error; nothing is written otherwise. */
  readonly ok: boolean;
  /** Absolute path of the folder that the diagnostics' files are relative to. */
  readonly root: string;
  /** Every mistake found, sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where there is an error. */
  readonly manifest?: Manifest;
  /** Absolute path of the output folder. */
  readonly outDir?: string;
  readonly files: readonly EmittedFile[];
  /** Files that differed from what was on disk: replaced, or in mode `check` only found. */
  readonly stale: readonly StaleFile[];
}
