import { Worker } from 'node:worker_threads';

// Runs in the evaluation process, so it must not import modules of the build.

/** The pipe that the build holds open. */
const BUILD_FD = 4;

const GUARD = `
const { Socket } = require('node:net');
new Socket({ fd: ${BUILD_FD} })
  .on('error', () => undefined)
  .on('close', () => process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'))
  .resume();
`;

/**
 * Ends this process and its process group with the build, even after a SIGKILL, when the build cannot clean up. A thread
 * waits for that, because a module may loop forever.
 */
export function endWithBuild(): void {
  new Worker(GUARD, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 1 } }).unref();
}
