import type { ExampleJob, ExampleOutcome } from '@btcp/codegen';

/** What the process that runs examples is asked. */
export interface RunRequest {
  readonly job: ExampleJob;
  /** The position of the first run to do. */
  readonly from: number;
}

/** What it reports of each run, in order. */
export type RunEvent = { readonly timeout: number } | { readonly outcome: ExampleOutcome };
