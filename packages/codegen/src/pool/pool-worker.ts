import { parentPort } from 'node:worker_threads';
import { perform, type Result, type TaskName, type Work } from './tasks.ts';

/** The results of one batch, or why it failed. */
export type Performed = { readonly results: readonly Result<TaskName>[] } | { readonly error: Error };

let last = Promise.resolve();

// One batch after the other: `Pool` expects the results in the order of its batches.
parentPort?.on('message', (work: Work) => {
  last = last.then(async () => parentPort?.postMessage(await performed(work)));
});

async function performed(work: Work): Promise<Performed> {
  try {
    return { results: await perform(work) };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
