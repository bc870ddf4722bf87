import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';

/** How a program is run. */
export interface ProgramRun {
  readonly path: string;
  readonly args: readonly string[];
  /** Written to its standard input, which is then closed. */
  readonly input?: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes that it may print. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
  /** Called with its process, which leads a process group. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** What it printed, or how it failed. */
export type ProgramEnd =
  | { readonly ok: true; readonly stdout: string; readonly stderr: string }
  | {
      readonly ok: false;
      readonly reason: ProgramFailure;
      readonly message: string;
      readonly stdout: string;
    };

/** How a program failed. */
export type ProgramFailure = 'not-started' | 'timeout' | 'too-large' | 'failed' | 'cancelled' | 'not-utf8';

/** Maximum bytes of stderr that a message shows. */
const STDERR_BYTES = 2000;

/**
 * Runs a program without a shell, within limits; processes that it starts end with it.
 *
 * @returns Never rejects: a program that cannot be started is a failure too.
 */
export function runProgram({
  path,
  args,
  input,
  timeout,
  maxBytes,
  signal,
  onStart,
}: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(failure('cancelled', 'it was cancelled', Buffer.alloc(0)));
    const child = start(path, args);
    if (typeof child === 'string') return resolve(failure('not-started', child, Buffer.alloc(0)));
    onStart?.(child);
    running.add(child);
    if (running.size === 1) process.on('exit', stopAll);
    const out = new Output(maxBytes);
    const err = new Output(STDERR_BYTES);
    let isOver = false;
    const end = (result: ProgramEnd): void => {
      if (isOver) return;
      isOver = true;
      running.delete(child);
      if (running.size === 0) process.off('exit', stopAll);
      clearTimeout(limit);
      signal?.removeEventListener('abort', cancel);
      stop(child);
      resolve(result);
    };
    const fail = (reason: ProgramFailure, message: string): void =>
      end(failure(reason, message, out.bytes()));
    const cancel = (): void => fail('cancelled', 'it was cancelled');
    const limit = setTimeout(() => fail('timeout', `it took longer than ${timeout} ms`), timeout);
    signal?.addEventListener('abort', cancel, { once: true });
    child.on('error', (error) => fail('not-started', cannotRun(error)));
    child.stdout.on('data', (chunk: Buffer) => {
      if (!out.add(chunk)) fail('too-large', `it printed more than ${maxBytes} bytes`);
    });
    child.stderr.on('data', (chunk: Buffer) => void err.add(chunk));
    // A program may end without reading its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input ?? '');
    // After its end, processes that it left running may keep its output open: those are not waited for.
    child.on('exit', () => setTimeout(() => closeOutputs(child), LEFT_OPEN).unref());
    child.on('close', (code, killedBy) => {
      if (code !== 0) return fail('failed', endedWith(killedBy ?? `exit code ${code}`, err.text()));
      const stdout = out.utf8();
      if (stdout === undefined) return fail('not-utf8', 'what it printed is not UTF-8');
      return end({ ok: true, stdout, stderr: err.text() });
    });
  });
}

function start(path: string, args: readonly string[]): ChildProcessWithoutNullStreams | string {
  try {
    return spawn(path, args, { stdio: 'pipe', detached: process.platform !== 'win32' });
  } catch (error) {
    // The path is invalid.
    return cannotRun(error as Error);
  }
}

/** The meaning of the system's error codes. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there, or the interpreter that its first line names is not',
  EACCES: 'it is not executable; run `chmod +x` on it',
  ENOEXEC: 'it is not a program for this system; a script needs a first line such as `#!/usr/bin/env node`',
};

function cannotRun(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `it cannot be run: ${REASONS[code] ?? error.message}`;
}

// Each leads a process group, which would outlive this process.
const running = new Set<ChildProcess>();
const stopAll = (): void => running.forEach(stop);

/** Milliseconds that output may stay open after a program has ended. */
const LEFT_OPEN = 500;

function failure(reason: ProgramFailure, message: string, stdout: Buffer): ProgramEnd {
  return { ok: false, reason, message, stdout: stdout.toString('utf8') };
}

function endedWith(how: string, stderr: string): string {
  const line = stderr.trim().split('\n')[0] ?? '';
  return `it ended with ${how}${line === '' ? '' : `: ${line.slice(0, 200)}`}`;
}

/** Bytes up to a limit. */
class Output {
  readonly #max: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** @returns Whether it is still within the limit. */
  add(chunk: Buffer): boolean {
    const room = this.#max - this.#size;
    if (room > 0) this.#chunks.push(chunk.subarray(0, room));
    this.#size += Math.min(chunk.length, Math.max(room, 0));
    return chunk.length <= room;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  text(): string {
    return this.bytes().toString('utf8');
  }

  utf8(): string | undefined {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.bytes());
    } catch {
      return undefined;
    }
  }
}

function stop(child: ChildProcess): void {
  try {
    if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
    else child.kill('SIGKILL');
  } catch {
    // The process group has ended.
  }
  closeOutputs(child);
}

function closeOutputs(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}
