import type { Credit } from '@btcp/core/isolated';
import type { LevelParts, Realm, RealmEvents, StartRealm } from '../realm.ts';

/** Starts workers with QuickJS. */
export async function findEngine({ script, timeout, engine, loadEngine }: LevelParts): Promise<StartRealm> {
  if (!globalThis.WebAssembly) throw new Error('this browser has no WebAssembly; ask for `iframe`');
  if (engine === undefined && !loadEngine)
    throw new Error(
      "it was not built for `wasm`; set `config.sandbox` to 'wasm' and build, or serve `@btcp/client/quickjs-engine` and pass its URL as `isolation.engine`",
    );
  const start = { script: await script, timeout };
  const startQuickJs = engine === undefined ? (await loadEngine?.())?.startQuickJs : undefined;
  return (events) => {
    const worker = startQuickJs ? (startQuickJs() as Worker) : new Worker(engine as string);
    worker.postMessage(start);
    return { ...listenTo(worker, String(engine ?? 'quickjs-engine.mjs'), events), saysWhatIsRead: true };
  };
}

const notLoaded = (file: string): string =>
  `${file} cannot be loaded; serve it as JavaScript, and let a policy of the page have \`worker-src 'self'\``;

/** @param file - What the worker runs, for people. */
function listenTo(worker: Worker, file: string, { receive, end }: RealmEvents): Realm {
  worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => receive(data));
  worker.addEventListener('error', ({ message }) => end(`failed: ${message || notLoaded(file)}`));
  return {
    send: (message: string | Credit) => worker.postMessage(message),
    close: () => worker.terminate(),
  };
}
