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
 * Kills this process and its process group when the build ends, even by SIGKILL, after which the build cannot clean up.
 * Waits in a worker thread, because a module may block this one forever.
 */
export function endWithBuild(): void {
  new Worker(GUARD, { eval: true, execArgv: [], resourceLimits: { maxYoungGenerationSizeMb: 1 } }).unref();
}
