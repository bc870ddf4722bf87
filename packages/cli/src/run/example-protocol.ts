import type { ExampleJob, ExampleOutcome } from '@btcp/codegen';

/** A request to the process that runs examples. */
export interface RunRequest {
  readonly job: ExampleJob;
  /** The index of the first example to run. */
  readonly from: number;
  /** Marks every report: all other output of the process is a tool's. */
  readonly key: string;
}

/** A report on each run, in order: its start, and its outcome. */
export interface RunEvent {
  readonly key: string;
  /** The index of the run. */
  readonly run: number;
  /** The deadline in milliseconds. */
  readonly timeout?: number;
  readonly outcome?: ExampleOutcome;
}
