import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExampleJob, ExampleOutcome } from '@btcp/codegen';
import type { RunEvent, RunRequest } from './example-protocol.ts';

const EXTENSION = extname(import.meta.url);
const CHILD = fileURLToPath(new URL(`./example-child${EXTENSION}`, import.meta.url));
// From source, as in this project's own tests, Node needs help with TypeScript.
const EXEC_ARGV = EXTENSION === '.ts' ? ['--import', 'tsx', '-C', '@btcp/source'] : [];

/** Milliseconds for starting the process, and that a tool gets beyond its timeout before its process is ended. */
const START = 60_000;
const GRACE = 2000;

/**
 * Runs examples in a process of their own, one after the other. One that ends the process, or blocks it, fails; the
 * rest run in the next process.
 */
export async function runExamples(job: ExampleJob): Promise<readonly ExampleOutcome[]> {
  const outcomes: ExampleOutcome[] = [];
  // What the process leaves behind when it is ended goes with this folder.
  const folder = await mkdtemp(join(tmpdir(), 'btcp-run-'));
  try {
    while (outcomes.length < job.runs.length) {
      const lastWords = await runRest(job, outcomes, folder);
      if (outcomes.length < job.runs.length) outcomes.push(lastWords);
    }
    return outcomes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds outcomes until all are there or the process ends; gives what its end means for the run that was going on. */
function runRest(job: ExampleJob, outcomes: ExampleOutcome[], folder: string): Promise<ExampleOutcome> {
  return new Promise((resolve, reject) => {
    const child = fork(CHILD, {
      execArgv: EXEC_ARGV,
      env: { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder },
      // What tools print must not mix with the report.
      stdio: ['ignore', 2, 2, 'ipc'],
    });
    let isBlocked = false;
    let limit: NodeJS.Timeout | undefined;
    const stop = (): void => void child.kill('SIGKILL');
    const stopAfter = (milliseconds: number): void => {
      clearTimeout(limit);
      limit = setTimeout(() => {
        isBlocked = true;
        stop();
      }, milliseconds);
    };
    process.once('exit', stop);
    stopAfter(START);
    child.on('message', (event: RunEvent) => {
      if ('outcome' in event) outcomes.push(event.outcome);
      else stopAfter(event.timeout + GRACE);
    });
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(limit);
      process.off('exit', stop);
      resolve({ error: isBlocked ? BLOCKED : ended(signal ?? `code ${code}`) });
    });
    child.send({ job, from: outcomes.length } satisfies RunRequest);
  });
}

const BLOCKED = {
  code: 'EXECUTION_TIMEOUT',
  message: 'It kept its process busy for longer than its timeout.',
};

const ended = (how: string): { code: string; message: string } => ({
  code: 'EXECUTION_ERROR',
  message: `It ended its process with ${how}.`,
});
