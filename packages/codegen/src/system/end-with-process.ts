import type { ChildProcess } from 'node:child_process';
import type { Socket } from 'node:net';

/** Kills a process that was started `detached`, and its process group. */
export function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}

/**
 * Makes a child process and its process group end with this process, even after SIGKILL or in an infinite loop, when this
 * process cannot clean up. `watchForEnd` comes before it is started: this process may be killed as soon as it runs.
 *
 * @param child - Started `detached`.
 */
export function endWithThisProcess(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  const watcher = watchForEnd();
  watcher.write(`+${pid}\n`);
  child.once('exit', () => watcher.write(`-${pid}\n`));
}

// The watcher's stdin closes when this process ends. It ignores signals that are sent to both, so that it can clean up.
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

let started: Socket | undefined;

/** Starts what waits for the end of this process. */
export function watchForEnd(): Pick<Socket, 'write'> {
  return (started ??= startWatcher());
}

function startWatcher(): Socket {
  // Not imported: most commands start no process.
  const { spawn } = process.getBuiltinModule('node:child_process');
  const child = spawn(process.execPath, ['-e', WATCHER], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { ...process.env, NODE_OPTIONS: '' },
    detached: true,
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
  // Pipes are sockets, which the types do not say.
  const stdin = child.stdin as Socket;
  stdin.on('error', () => undefined);
  stdin.unref();
  return stdin;
}
