import { Worker } from 'node:worker_threads';
import type { Credit } from '@btcp/core/isolated';
import type { LevelParts, StartRealm } from '../realm.ts';

/** The globals of a page's worker, which `isolated.js` needs. */
const PRELUDE = `{
  const { parentPort } = require('node:worker_threads');
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  globalThis.addEventListener = (type, listener) => parentPort.on('message', (data) => listener({ data }));
}
`;

/** Starts threads: a loop in one does not block the program, but nothing confines it. */
export async function findThread({ script }: LevelParts): Promise<StartRealm> {
  const program = PRELUDE + (await script);
  return ({ receive, end }) => {
    const worker = new Worker(program, {
      eval: true,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    worker.on('message', receive);
    worker.on('error', (error) => end(`failed: ${String(error)}`));
    worker.on('exit', () => end('ended by itself'));
    // The program may end while it waits for a call.
    worker.unref();
    const send = (message: string | Credit): void => worker.postMessage(message);
    // Lets the realm count its own messages: nothing between it and the host does.
    send([0, 0]);
    return { send, close: () => void worker.terminate() };
  };
}
