import type { ConfiningLevel, LevelParts, StartRealm } from '../realm.ts';
import { findFrame } from './frame.ts';
import { findEngine, findWorker } from './worker.ts';

/** The text of a script of the page's. */
export async function readScript(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}

/** @throws Error why there is none. */
export async function findStarter(level: ConfiningLevel, parts: LevelParts): Promise<StartRealm> {
  return LEVELS[level](parts);
}

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

const LEVELS: Readonly<Record<ConfiningLevel, (parts: LevelParts) => StartRealm | Promise<StartRealm>>> = {
  worker: findWorker,
  iframe: findFrame,
  wasm: findEngine,
};
