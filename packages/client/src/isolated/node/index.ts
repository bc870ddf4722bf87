import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { ConfiningLevel, LevelParts, StartRealm } from '../realm.ts';
import { findChild } from './child.ts';
import { findThread } from './thread.ts';

/** The text of a file. */
export function readScript(url: string): Promise<string> {
  return readFile(new URL(url), 'utf8');
}

/** @throws Error why there is none. */
export async function findStarter(level: ConfiningLevel, parts: LevelParts): Promise<StartRealm> {
  return LEVELS[level](parts);
}

/** Waits until other tasks had their turn. */
export function nextTask(): Promise<void> {
  return setImmediate();
}

const LEVELS: Readonly<Record<ConfiningLevel, (parts: LevelParts) => Promise<StartRealm>>> = {
  worker: findThread,
  iframe: () => Promise.reject(new Error('the level `iframe` needs a page; ask for `wasm`')),
  wasm: findChild,
};
