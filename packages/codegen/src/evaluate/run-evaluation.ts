import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { EvaluationEvent, EvaluationJob } from './evaluation-protocol.ts';

/** How an evaluation ended. */
export type EvaluationEnd =
  | { readonly kind: 'done' }
  /** Nothing was heard for as long as is allowed. */
  | { readonly kind: 'timeout' }
  /** The process ended before it was done. */
  | { readonly kind: 'exit'; readonly detail: string };

/**
 * Runs a bundle of slices in a Node process of its own.
 *
 * @param silence - Milliseconds without a report after which the process is ended.
 */
export async function runEvaluation(
  code: string,
  job: EvaluationJob,
  silence: number,
  onEvent: (event: EvaluationEvent) => void,
): Promise<EvaluationEnd> {
  const folder = await mkdtemp(join(tmpdir(), 'btcp-'));
  try {
    const bundlePath = join(folder, 'bundle.mjs');
    const jobPath = join(folder, 'job.json');
    await Promise.all([writeFile(bundlePath, code), writeFile(jobPath, JSON.stringify(job))]);
    return await listen([bundlePath, jobPath], silence, onEvent);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function listen(
  args: readonly string[],
  silence: number,
  onEvent: (event: EvaluationEvent) => void,
): Promise<EvaluationEnd> {
  return new Promise((resolve, reject) => {
    // The author's schema modules may print; that must not mix with the build's own output.
    const child = spawn(process.execPath, ['--enable-source-maps', '--no-warnings', ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    });
    let end: EvaluationEnd | undefined;
    let errorText = '';
    const stop = (): void => {
      end = { kind: 'timeout' };
      child.kill('SIGKILL');
    };
    let timer = setTimeout(stop, silence);
    const lines = createInterface({ input: child.stdio[3] as Readable });
    lines.on('line', (line) => {
      clearTimeout(timer);
      timer = setTimeout(stop, silence);
      const event = JSON.parse(line) as EvaluationEvent;
      if ('done' in event) end = { kind: 'done' };
      else onEvent(event);
    });
    child.stderr?.on('data', (data: Buffer) => void (errorText = (errorText + String(data)).slice(-4000)));
    child.on('error', reject);
    child.on('close', (exitCode, signal) => {
      clearTimeout(timer);
      resolve(
        end ?? { kind: 'exit', detail: errorText.trim() || `it exited with ${signal ?? `code ${exitCode}`}` },
      );
    });
  });
}
