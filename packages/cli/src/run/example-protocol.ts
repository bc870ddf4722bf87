import type { ExampleJob, ExampleOutcome } from '@btcp/codegen';

/** What the process that runs examples is asked. */
export interface RunRequest {
  readonly job: ExampleJob;
  /** The position of the first run to do. */
  readonly from: number;
  /** Stands in every report: what else comes out of that process is a tool's. */
  readonly key: string;
}

/** What it reports of each run, in order: that it begins, and how it ended. */
export interface RunEvent {
  readonly key: string;
  /** The position of the run. */
  readonly run: number;
  /** Milliseconds that it may take. */
  readonly timeout?: number;
  readonly outcome?: ExampleOutcome;
}
