import type { ChildProcess } from 'node:child_process';

/** Ends a process that was started in a group of its own, and whatever it has started. */
export function stopGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
