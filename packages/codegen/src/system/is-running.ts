/** Whether there is a process of this id. */
export function isRunning(pid: number): boolean {
  try {
    // Signal 0 only asks.
    return process.kill(pid, 0);
  } catch (error) {
    // One of another user cannot be signalled.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
