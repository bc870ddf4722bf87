import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Runs npm.
 *
 * @param folder - Absolute path of the folder to run it in.
 * @param timeout - Milliseconds; 0 is no limit.
 * @throws An error with what it printed, and whether it was `killed` for the time it took.
 */
export function runNpm(
  folder: string,
  args: readonly string[],
  timeout = 0,
): Promise<{ readonly stdout: string; readonly stderr: string }> {
  // npm's own program where we were started by it: on Windows "npm" is a script that execFile can't start.
  const npm = process.env['npm_execpath'];
  const options = { cwd: folder, timeout, maxBuffer: 64 * 1024 * 1024 };
  return run(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args, options);
}
