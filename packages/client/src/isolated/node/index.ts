import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { Levels } from '../realm.ts';
import { findChild } from './child.ts';

export function readScript(url: string): Promise<string> {
  return readFile(new URL(url), 'utf8');
}

/** Waits until other tasks had their turn. */
export function nextTask(): Promise<void> {
  return setImmediate();
}

/** Starts realms in Node, or says why it cannot. */
export const LEVELS: Levels = {
  iframe: () => Promise.reject(new Error('the level `iframe` needs a page; ask for `wasm`')),
  wasm: findChild,
};
