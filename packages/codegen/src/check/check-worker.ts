import { parentPort } from 'node:worker_threads';
import { checkPublished } from './check-published.ts';
import type { CheckRequest } from './published-checker.ts';

// The thread behind `PublishedChecker`.
parentPort?.on('message', (requests: readonly CheckRequest[]) => {
  parentPort?.postMessage(requests.map(({ published, unusable }) => checkPublished(published, unusable)));
});
