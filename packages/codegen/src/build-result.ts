import type { BtcpConfig, Diagnostic, Manifest } from '@btcp/core';
import type { CheckStage } from './check-project.ts';
import type { EmittedFile, StaleFile } from './write/write-files.ts';

/** What a build is told. */
export interface BuildOptions {
  /** The folder of the project. Default: the current one. */
  readonly cwd?: string;
  /** The config file's path, relative to `cwd`. Default: `btcp.config.ts`. */
  readonly configFile?: string;
  /** The configuration itself, instead of a file; its paths are relative to `cwd`. */
  readonly config?: BtcpConfig;
  /** What to do with the result: replace what differs on disk, or only find out what would. Default: `write`. */
  readonly mode?: 'write' | 'check';
  /** Milliseconds that reading the schemas of one module may take. Default: 10,000. */
  readonly evaluationTimeout?: number;
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
