import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { bundleModule } from '../system/load-module.ts';

/** Default timeout of a config's code, in milliseconds. */
const LIMIT = 10_000;

// Values without a JSON form become null, which no setting accepts.
const CODE = `
const { parentPort, workerData } = require('node:worker_threads');
const asJson = (value) => {
  try {
    return value === undefined ? value : JSON.parse(JSON.stringify(value));
  } catch {
    return null;
  }
};
import(workerData).then(({ default: config }) => {
  const kind = typeof config === 'function' ? 'function' : typeof config?.then === 'function' ? 'promise' : '';
  if (kind !== '') throw new Error('its default export is a ' + kind + ', and must be the settings themselves');
  if (typeof config !== 'object' || config === null) return parentPort.postMessage(asJson(config));
  const settings = Object.entries(config).map(([key, value]) => [key, asJson(value)]);
  parentPort.postMessage(Object.fromEntries(settings));
}).catch((thrown) => {
  throw thrown instanceof Error ? thrown : new Error(String(thrown));
});
`;

/**
 * Reads what a config file exports. Its code runs in a worker, so that an infinite loop, a slow regular expression or
 * `process.exit` does not affect this process.
 *
 * @param path - Absolute.
 * @param limit - Timeout of the code, in milliseconds.
 * @returns A copy, as plain JSON.
 * @throws What the bundler or the module throws, or an Error that says why the module has no config.
 */
export async function readConfig(path: string, limit: number = LIMIT): Promise<unknown> {
  const { url, dispose } = await bundleModule(path);
  try {
    return await runConfig(url, limit);
  } catch (error) {
    // Node names the bundle.
    if (error instanceof Error) error.message = error.message.replaceAll(fileURLToPath(url), basename(path));
    throw error;
  } finally {
    await dispose();
  }
}

async function runConfig(url: string, limit: number): Promise<unknown> {
  // What a config prints must not mix with the command's output.
  const execArgv = ['--enable-source-maps'];
  const thread = new Worker(CODE, { eval: true, execArgv, stdout: true, workerData: url });
  thread.stdout.pipe(process.stderr, { end: false });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(endless(limit))), limit);
      thread.once('message', resolve);
      thread.once('error', reject);
      thread.once('exit', () => reject(new Error(ENDED)));
    });
  } finally {
    clearTimeout(timer);
    await thread.terminate();
  }
}

const endless = (limit: number): string =>
  `it has not finished within ${limit / 1000} s; take out what loops or waits`;
const ENDED = 'it ended before it gave a config: it calls `process.exit`, or awaits what never comes';
