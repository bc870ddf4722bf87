import { parentPort, workerData } from 'node:worker_threads';
import { checkPublished } from './published/check-published.ts';
import { type CheckRequest, loadCrossCheck, type PublishedSettings } from './published-checker.ts';

// `PublishedChecker` starts the thread with its own settings.
const settings = workerData as PublishedSettings;
const crossCheck = await loadCrossCheck(settings);

// The thread behind `PublishedChecker`.
parentPort?.on('message', (requests: readonly CheckRequest[]) => {
  parentPort?.postMessage(
    requests.map(({ published, unusable }) =>
      checkPublished(published, unusable, settings.rules, crossCheck),
    ),
  );
});
