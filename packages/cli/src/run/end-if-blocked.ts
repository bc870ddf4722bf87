import { Worker } from 'node:worker_threads';

/** Milliseconds between two heartbeats. */
const BEAT = 200;

// A worker, since a blocked thread can neither exit nor print; it writes to the descriptor, as its stderr is the main's.
const WATCHER = `
const { parentPort, workerData: { limit, lastWords } } = require('node:worker_threads');
const end = () => {
  try { require('node:fs').writeSync(2, lastWords); } catch {}
  process.kill(process.pid, 'SIGKILL');
};
let timer = setTimeout(end, limit);
parentPort.on('message', () => {
  clearTimeout(timer);
  timer = setTimeout(end, limit);
});
`;

/**
 * Ends this process when its code does not return to the event loop, as `for (;;)` does not: then no deadline fires.
 *
 * @param limit - Maximum milliseconds.
 * @param lastWords - Printed to standard error before the end.
 * @returns Stops watching.
 */
export function endIfBlocked(limit: number, lastWords: string): () => Promise<unknown> {
  const watcher = new Worker(WATCHER, { eval: true, execArgv: [], workerData: { limit, lastWords } });
  watcher.unref();
  const beat = setInterval(() => watcher.postMessage('beat'), BEAT);
  return () => {
    clearInterval(beat);
    return watcher.terminate();
  };
}

/** Fails, and says why, if what runs until the returned function is called ends the process. */
export function failAtExit(say: () => void): () => void {
  const fail = (): void => {
    say();
    process.exitCode = 1;
  };
  const allow = (): void => {
    process.off('exit', fail);
    process.stdout.off('error', allow);
  };
  process.once('exit', fail);
  // Then the command itself ends: nobody reads its output.
  process.stdout.prependListener('error', allow);
  return allow;
}
