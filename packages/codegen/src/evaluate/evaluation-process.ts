import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { stopGroup } from '../system/end-with-process.ts';
import { IS_BUILT } from '../system/process.ts';
import type { EvaluationEvent, EvaluationJob } from './evaluation-protocol.ts';
import { readEvent } from './read-event.ts';

export type EvaluationEnd =
  | { readonly kind: 'done' }
  /** No report came within the timeout. */
  | { readonly kind: 'timeout' }
  /** The process exited early. */
  | { readonly kind: 'exit'; readonly detail: string };

export interface EvaluationRun {
  readonly job: EvaluationJob;
  /** Milliseconds after a report without another, after which the process is killed. */
  readonly silence: number;
  readonly onEvent: (event: EvaluationEvent) => void;
}

const NODE_OPTIONS = [
  '--experimental-vm-modules',
  '--experimental-import-meta-resolve',
  '--no-warnings',
  // Of a thousand tools, Node's default young generation would be a fifth of the heap. With an option of V8, however,
  // Node compiles its own modules at each start, which is a quarter of the time of small projects, as tests have.
  ...(IS_BUILT ? ['--max-semi-space-size=2'] : []),
];

/** A Node process that evaluates the modules of one job. It can be started in advance. */
export class EvaluationProcess {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown[]>;
  #errorText = '';

  /**
   * @param runtime - Absolute path of the module to run.
   * @param root - Absolute path of the project's folder.
   */
  constructor(runtime: string, root: string) {
    // Discards the output of the author's modules, so that it does not mix with the build's.
    this.#child = spawn(process.execPath, [...NODE_OPTIONS, runtime, `${pathToFileURL(root).href}/`], {
      // A date or a number as text is the same on every machine.
      env: { ...process.env, TZ: 'UTC', LC_ALL: 'en_US.UTF-8' },
      // The last pipe closes when this process ends, and the child with it.
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', 'pipe'],
      // A process group, so that child processes of schema modules end with it.
      detached: process.platform !== 'win32',
    });
    this.#exit = once(this.#child, 'exit');
    // `run` reports the error.
    this.#exit.catch(() => undefined);
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stderr?.on('data', (data: Buffer) => {
      this.#errorText = (this.#errorText + String(data)).slice(-4000);
    });
  }

  /** Evaluates modules, once per process. */
  async run({ job, silence, onEvent }: EvaluationRun): Promise<EvaluationEnd> {
    const child = this.#child;
    let end: EvaluationEnd | undefined;
    let isSilent = false;
    // Set by the first report: no code of the author runs before it, and a large job takes long to be written and read.
    let timer: NodeJS.Timeout | undefined;
    const onSilence = (): void => {
      isSilent = true;
      // This thread may have been busy, with lines still unread.
      setImmediate(() => {
        if (!isSilent || end) return;
        end = { kind: 'timeout' };
        this.stop();
      });
    };
    const reports = child.stdio[3] as Readable;
    const heard = once(reports, 'close');
    onLines(reports, (line) => {
      const event = readEvent(line);
      if (event === undefined) return;
      isSilent = false;
      (timer ??= setTimeout(onSilence, silence)).refresh();
      if ('done' in event) {
        end = { kind: 'done' };
        reports.destroy();
      } else onEvent(event);
    });
    child.stdin?.end(JSON.stringify(job, (_, value: unknown) => (value instanceof Set ? [...value] : value)));
    try {
      await Promise.race([heard, this.#exit]);
      const [exitCode, signal] = end ? [] : await this.#exit;
      clearTimeout(timer);
      this.stop();
      // Unread lines may be left in the pipe, which child processes of the child may keep open.
      if (!end) await Promise.race([heard, delay(LAST_WORDS).then(readPipes)]);
      const how = typeof signal === 'string' ? signal : `code ${String(exitCode)}`;
      return end ?? { kind: 'exit', detail: this.#errorText.trim() || `it exited with ${how}` };
    } finally {
      clearTimeout(timer);
      for (const pipe of child.stdio) pipe?.destroy();
    }
  }

  /** Kills the process and its process group. */
  stop(): void {
    stopGroup(this.#child);
  }
}

/** Milliseconds to read the pipes after the process exits. */
const LAST_WORDS = 500;
// This thread may have been busy all the while: pipes are read after timers, and before what is immediate.
const readPipes = (): Promise<void> => new Promise((done) => void setImmediate(done));

/** Characters of a line; what is longer is no report. */
const MAX_LINE = 2 ** 28;

// Node's own reader of lines also ends them at U+2028, which JSON may hold, from Node 24 on.
function onLines(stream: Readable, take: (line: string) => void): void {
  let begun: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length > MAX_LINE) begun = [];
    else begun.push(part);
  };
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const [first = '', ...others] = chunk.split('\n');
    add(first);
    for (const next of others) {
      take(begun.join(''));
      begun = [];
      length = 0;
      add(next);
    }
  });
}
