import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExampleJob, ExampleOutcome } from '@btcp/codegen';
import { endWithThisProcess, makeTempFolder, stopGroup, watchForEnd } from '@btcp/codegen/internal';

const EXTENSION = extname(import.meta.url);
const CHILD = fileURLToPath(new URL(`./example-child${EXTENSION}`, import.meta.url));
// From source, as in this project's own tests, Node needs a loader for TypeScript.
const EXEC_ARGV = EXTENSION === '.ts' ? ['--import', 'tsx', '-C', '@btcp/source'] : [];

/** Milliseconds for starting the process, and the grace beyond a tool's timeout before its process is ended. */
const START = 60_000;
const GRACE = 2000;

/**
 * Runs examples in a separate process, one after the other. An example that ends or blocks the process fails; the rest
 * run in a new process.
 */
export async function runExamples(job: ExampleJob): Promise<readonly ExampleOutcome[]> {
  const outcomes: ExampleOutcome[] = [];
  // Files that an ended process leaves behind are removed with this folder.
  const folder = await makeTempFolder();
  try {
    while (outcomes.length < job.runs.length) {
      const from = outcomes.length;
      const lastWords = await runRest(job, outcomes, folder.path);
      // An earlier example may have ended the process late. The first one in a process is to blame itself.
      if (outcomes.length === from) outcomes.push(lastWords);
    }
    return outcomes;
  } finally {
    await folder.remove();
  }
}

/** Adds outcomes until all are there or the process ends; returns the outcome of the run that was interrupted. */
function runRest(job: ExampleJob, outcomes: ExampleOutcome[], folder: string): Promise<ExampleOutcome> {
  return new Promise((resolve, reject) => {
    watchForEnd();
    const child = fork(CHILD, {
      execArgv: EXEC_ARGV,
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      // Output of tools must not mix with the report.
      stdio: ['ignore', 2, 2, 'ipc'],
      // A process group, so that what tools start ends with it.
      detached: process.platform !== 'win32',
    });
    const key = randomUUID();
    let isBlocked = false;
    let limit: NodeJS.Timeout | undefined;
    const stop = (): void => stopGroup(child);
    const stopAfter = (milliseconds: number): void => {
      clearTimeout(limit);
      limit = setTimeout(() => {
        isBlocked = true;
        stop();
      }, milliseconds);
    };
    endWithThisProcess(child);
    stopAfter(START);
    child.on('message', (event: Partial<RunEvent> | null) => {
      if (event?.key !== key || event.run !== outcomes.length) return;
      if (event.outcome) outcomes.push(event.outcome);
      else stopAfter((event.timeout ?? 0) + GRACE);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      clearTimeout(limit);
      stop();
      const end = (): void => resolve({ error: isBlocked ? BLOCKED : ended(signal ?? `code ${code}`) });
      // Its last message may still be under way.
      if (child.connected) child.once('disconnect', end);
      else setImmediate(end);
    });
    child.send({ job, from: outcomes.length, key } satisfies RunRequest);
  });
}

const BLOCKED = {
  code: 'EXECUTION_TIMEOUT',
  message: 'It kept its process busy for longer than its timeout.',
};

const ended = (how: string): { code: string; message: string } => ({
  code: 'EXECUTION_ERROR',
  message:
    how === 'code 0'
      ? 'Nothing was left to happen, and it had not ended.'
      : `It ended its process with ${how}.`,
});

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
