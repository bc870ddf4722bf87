import { isUtf8 } from 'node:buffer';
import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { resolve } from 'node:path';

export interface ProgramRun {
  readonly path: string;
  readonly args: readonly string[];
  /** Written to its standard input, which is then closed. */
  readonly input?: string;
  /** Milliseconds. */
  readonly timeout: number;
  /** Bytes that it may print. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Called with its process, which leads a process group. */
  readonly onStart?: ((child: ChildProcess) => void) | undefined;
}

export type ProgramEnd =
  | { readonly ok: true; readonly stdout: string }
  | {
      readonly ok: false;
      readonly reason: ProgramFailure;
      readonly message: string;
      readonly stdout: string;
    };

export type ProgramFailure = 'not-started' | 'timeout' | 'too-large' | 'failed' | 'cancelled' | 'not-utf8';

/** Characters of what it says on stderr, of which a message shows the first line. */
const SAID = 2000;
/** Milliseconds that output may stay open after a program has ended. */
const LEFT_OPEN = 500;

/**
 * Runs a program without a shell, within limits; processes that it starts end with it.
 *
 * @returns Never rejects: a program that cannot be started is a failure too.
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const { path, args, input = '', timeout, maxBytes, signal, onStart } = run;
  return new Promise((settle) => {
    let stdout = Buffer.alloc(0);
    let said = '';
    let stopRun: (() => void) | undefined = undefined;
    // Only the first end counts.
    const end = (failure?: readonly [ProgramFailure, message: string]): void => {
      stopRun?.();
      const printed = stdout.toString('utf8');
      const [reason, message] = failure ?? (isUtf8(stdout) ? [] : NOT_UTF8);
      if (reason === undefined || message === undefined) settle({ ok: true, stdout: printed });
      else settle({ ok: false, reason, message, stdout: printed });
    };
    const cancel = (): void => end(['cancelled', 'it was cancelled']);
    if (signal?.aborted) return cancel();
    const child = start(path, args);
    if (child instanceof Error) return end(['not-started', cannotRun(child)]);
    onStart?.(child);
    const limit = setTimeout(() => end(['timeout', `it took longer than ${timeout} ms`]), timeout);
    signal?.addEventListener('abort', cancel, { once: true });
    stopRun = () => {
      clearTimeout(limit);
      signal?.removeEventListener('abort', cancel);
      stop(child);
    };
    child.on('error', (error) => end(['not-started', cannotRun(error)]));
    child.stdout.on('data', (chunk: Buffer) => {
      const all = Buffer.concat([stdout, chunk]);
      stdout = all.subarray(0, maxBytes);
      if (all.length > maxBytes) end(['too-large', `it printed more than ${maxBytes} bytes`]);
    });
    child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(0, SAID)));
    // A program may end without reading its input.
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    // After its end, processes that it left running may keep its output open: those are not waited for.
    child.on('exit', () => setTimeout(() => closeOutputs(child), LEFT_OPEN).unref());
    child.on('close', (code, killedBy) =>
      end(code === 0 ? undefined : ['failed', endedWith(killedBy ?? `exit code ${code}`, said)]),
    );
  });
}

const NOT_UTF8 = ['not-utf8', 'what it printed is not UTF-8'] as const;

function start(path: string, args: readonly string[]): ChildProcessWithoutNullStreams | Error {
  try {
    // A name alone, as of a program in `.`, would be looked for in the folders of PATH.
    const child = spawn(resolve(path), args, { stdio: 'pipe', detached: process.platform !== 'win32' });
    running.add(child);
    if (running.size === 1) process.on('exit', stopAll);
    return child;
  } catch (error) {
    // The path is invalid.
    return error as Error;
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there, or the interpreter that its first line names is not',
  EACCES: 'it is not executable; run `chmod +x` on it',
  ENOEXEC: 'it is not a program for this system; a script needs a first line such as `#!/usr/bin/env node`',
};

function cannotRun(error: Error): string {
  const { code = '' } = error as NodeJS.ErrnoException;
  return `it cannot be run: ${REASONS[code] ?? error.message}`;
}

function endedWith(how: string, said: string): string {
  const [line = ''] = said.trim().split('\n');
  return `it ended with ${how}${line === '' ? '' : `: ${line.slice(0, 200)}`}`;
}

// Each leads a process group, which would outlive this process.
const running = new Set<ChildProcess>();
const stopAll = (): void => running.forEach(stop);

function stop(child: ChildProcess): void {
  if (!running.delete(child)) return;
  if (running.size === 0) process.off('exit', stopAll);
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
