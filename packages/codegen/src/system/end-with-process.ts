import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Ends a process that was started in a group of its own (`detached`), and whatever it has started. */
export function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

/**
 * Lets a process and what it has started end with this one, however this one ends: a signal or SIGKILL leaves no time to
 * do it here, and a loop would not even notice a signal.
 *
 * @param child - Started in a group of its own, as for `stopGroup`.
 */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  tellWatcher(`+${pid}\n`);
  child.once('exit', () => tellWatcher(`-${pid}\n`));
}

// Its input ends with the process that writes it. What ends that one must not end it before it is done.
const WATCHER = `
const groups = new Set();
let rest = '';
process.stdin.setEncoding('utf8').on('data', (text) => {
  const lines = (rest + text).split('\\n');
  rest = lines.pop();
  for (const line of lines) groups[line[0] === '+' ? 'add' : 'delete'](Number(line.slice(1)));
}).on('end', () => {
  for (const pid of groups) try { process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL'); } catch {}
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
`;

let watcher: Socket | undefined;

function tellWatcher(line: string): void {
  watcher ??= startWatcher();
  watcher.write(line);
}

function startWatcher(): Socket {
  const child = spawn(process.execPath, ['-e', WATCHER], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
  // A pipe is one, which the types do not say.
  const stdin = child.stdin as Socket;
  stdin.on('error', () => undefined);
  stdin.unref();
  return stdin;
}
