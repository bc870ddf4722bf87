import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithThisProcess, stopGroup } from '../end-with-process.ts';
import type { EvaluationEvent, EvaluationJob } from './evaluation-protocol.ts';

/** How an evaluation ended. */
export type EvaluationEnd =
  | { readonly kind: 'done' }
  /** Nothing was heard for as long as is allowed. */
  | { readonly kind: 'timeout' }
  /** The process ended before it was done. */
  | { readonly kind: 'exit'; readonly detail: string };

/** What to run. */
export interface EvaluationRun {
  /** What is run, with the path of the job. */
  readonly code: string;
  readonly job: EvaluationJob;
  /** Absolute path of the folder to run it in. */
  readonly folder: string;
  /** Milliseconds without a report after which the process is ended. */
  readonly silence: number;
  readonly onEvent: (event: EvaluationEvent) => void;
  /** Called when the process has started. */
  readonly onStarted?: (() => void) | undefined;
}

/** Evaluates modules in a Node process of its own. */
export async function runEvaluation(run: EvaluationRun): Promise<EvaluationEnd> {
  const codePath = join(run.folder, 'evaluation.mjs');
  const jobPath = join(run.folder, 'job.json');
  await Promise.all([writeFile(codePath, run.code), writeFile(jobPath, JSON.stringify(run.job))]);
  return listen([codePath, jobPath], run);
}

// Its heap is small and short-lived; the usual young generation would be most of it.
const NODE_OPTIONS = ['--experimental-vm-modules', '--no-warnings', '--max-semi-space-size=2'];

function listen(
  args: readonly string[],
  { silence, onEvent, onStarted }: EvaluationRun,
): Promise<EvaluationEnd> {
  return new Promise((resolve, reject) => {
    // The author's schema modules may print; that must not mix with the build's own output.
    const child = spawn(process.execPath, [...NODE_OPTIONS, ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      // A group of its own, so that what schema modules start ends with it.
      detached: process.platform !== 'win32',
    });
    endWithThisProcess(child);
    let end: EvaluationEnd | undefined;
    let errorText = '';
    let heardLines = 0;
    const stop = (): void => {
      const before = heardLines;
      // This thread may have been busy itself, with lines waiting to be heard.
      setImmediate(() => {
        if (heardLines > before || end) return;
        end = { kind: 'timeout' };
        stopGroup(child);
      });
    };
    let timer = setTimeout(stop, silence);
    const lines = createInterface({ input: child.stdio[3] as Readable });
    const heard = new Promise((done) => lines.once('close', done));
    lines.on('line', (line) => {
      heardLines++;
      clearTimeout(timer);
      timer = setTimeout(stop, silence);
      const event = parseEvent(line);
      if (event === undefined) return;
      if ('done' in event) end = { kind: 'done' };
      else onEvent(event);
    });
    child.stderr?.on('data', (data: Buffer) => void (errorText = (errorText + String(data)).slice(-4000)));
    child.on('error', reject);
    child.on('spawn', () => onStarted?.());
    const finish = (how: string): void => {
      lines.close();
      for (const pipe of child.stdio) pipe?.destroy();
      clearTimeout(timer);
      resolve(end ?? { kind: 'exit', detail: errorText.trim() || `it exited with ${how}` });
    };
    child.on('exit', (exitCode, signal) => {
      clearTimeout(timer);
      stopGroup(child);
      const how = signal ?? `code ${exitCode}`;
      // What it started may keep its pipes open for ever.
      void Promise.race([heard, delay(LAST_WORDS)]).then(() => finish(how));
    });
  });
}

/** Milliseconds that the pipes of a process that ended may still hold something. */
const LAST_WORDS = 500;

const KINDS = ['done', 'enter', 'leave', 'unavailable', 'error'];

// The author's code could write there too, or change how JSON is written; what is no event is none of ours.
function parseEvent(line: string): EvaluationEvent | undefined {
  try {
    const event = JSON.parse(line) as EvaluationEvent; // or of the author's, which its keys tell
    const isOurs =
      'definition' in event
        ? Array.isArray(event.definition.problems)
        : KINDS.some((kind) => Object.hasOwn(event, kind));
    return isOurs ? event : undefined;
  } catch {
    return undefined;
  }
}
