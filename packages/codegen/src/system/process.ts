import { extname } from 'node:path';

/** Whether the toolkit runs as it was built, not from source: Node can start its workers only then. */
export const IS_BUILT: boolean = extname(import.meta.url) === '.js';

export function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks.
    return process.kill(pid, 0);
  } catch (error) {
    // One of another user cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
