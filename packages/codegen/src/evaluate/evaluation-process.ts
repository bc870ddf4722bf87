import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { endWithThisProcess, stopGroup } from '../system/end-with-process.ts';
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
  readonly job: EvaluationJob;
  /** Milliseconds without a report after which the process is ended. */
  readonly silence: number;
  readonly onEvent: (event: EvaluationEvent) => void;
}

// Its heap is small and short-lived; the usual young generation would be most of it.
const NODE_OPTIONS = [
  '--experimental-vm-modules',
  '--experimental-import-meta-resolve',
  '--no-warnings',
  '--max-semi-space-size=2',
];

/** A Node process that evaluates the modules of one job. It can be started before there is one. */
export class EvaluationProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  #errorText = '';

  /**
   * @param runtime - Absolute path of the module to run.
   * @param root - Absolute path of the folder that `packages` are looked for from.
   * @param packages - Names or URLs of packages to load before the job comes.
   */
  constructor(runtime: string, root: string, packages: readonly string[]) {
    // The author's schema modules may print; that must not mix with the build's own output.
    this.#child = spawn(
      process.execPath,
      [...NODE_OPTIONS, runtime, `${pathToFileURL(root).href}/`, ...packages],
      {
        stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
        // A group of its own, so that what schema modules start ends with it.
        detached: process.platform !== 'win32',
      },
    );
    endWithThisProcess(this.#child);
    this.#exit = once(this.#child, 'exit');
    // Whoever runs a job hears of it.
    this.#exit.catch(() => undefined);
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#errorText = (this.#errorText + String(data)).slice(-4000);
    });
  }

  /** Evaluates modules; the process is of no use afterwards. */
  async run({ job, silence, onEvent }: EvaluationRun): Promise<EvaluationEnd> {
    const child = this.#child;
    let end: EvaluationEnd | undefined;
    let heardLines = 0;
    const stop = (): void => {
      const before = heardLines;
      // This thread may have been busy itself, with lines waiting to be heard.
      setImmediate(() => {
        if (heardLines > before || end) return;
        end = { kind: 'timeout' };
        this.stop();
      });
    };
    let timer = setTimeout(stop, silence);
    const lines = createInterface({ input: child.stdio[3] as Readable });
    const heard = once(lines, 'close');
    lines.on('line', (line) => {
      heardLines++;
      clearTimeout(timer);
      timer = setTimeout(stop, silence);
      const event = parseEvent(line);
      if (event === undefined) return;
      if ('done' in event) end = { kind: 'done' };
      else onEvent(event);
    });
    child.stdin?.end(JSON.stringify(job));
    try {
      const [exitCode, signal] = await this.#exit;
      clearTimeout(timer);
      this.stop();
      // What it started may keep its pipes open for ever.
      await Promise.race([heard, delay(LAST_WORDS)]);
      const how = typeof signal === 'string' ? signal : `code ${String(exitCode)}`;
      return end ?? { kind: 'exit', detail: this.#errorText.trim() || `it exited with ${how}` };
    } finally {
      clearTimeout(timer);
      lines.close();
      for (const pipe of child.stdio) pipe?.destroy();
    }
  }

  /** Ends the process and what it started. */
  stop(): void {
    stopGroup(this.#child);
  }
}

/** Milliseconds that the pipes of a process that ended may still hold something. */
const LAST_WORDS = 500;

// The author's code may change how JSON is written; what is no event is none of ours.
function parseEvent(line: string): EvaluationEvent | undefined {
  try {
    const event = JSON.parse(line) as EvaluationEvent;
    return 'definition' in event && !Array.isArray(event.definition.problems) ? undefined : event;
  } catch {
    return undefined;
  }
}
