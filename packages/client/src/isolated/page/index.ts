import type { Levels } from '../realm.ts';
import { findFrame } from './frame.ts';
import { findEngine } from './worker.ts';

export { readScript } from './frame.ts';

let channel: MessageChannel | undefined;

/** Waits until other tasks had their turn. Not by a timer: those of a hidden page wait for a second. */
export function nextTask(): Promise<void> {
  const { port1, port2 } = (channel ??= new MessageChannel());
  return new Promise((resolve) => {
    port1.addEventListener('message', () => resolve(), { once: true });
    port1.start();
    port2.postMessage(null);
  });
}

/** Starts realms in a page, or says why it cannot. */
export const LEVELS: Levels = {
  iframe: findFrame,
  wasm: findEngine,
};
