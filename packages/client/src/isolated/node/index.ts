import { readFile } from 'node:fs/promises';
import type { SandboxLevel } from '@btcp/core';
import type { LevelParts, StartRealm } from '../realm.ts';
import { findChild } from './child.ts';

/** The text of a file. */
export function readScript(url: string): Promise<string> {
  return readFile(new URL(url), 'utf8');
}

/** What starts realms of a level in Node, or why there is none. */
export async function findStarter(level: SandboxLevel, parts: LevelParts): Promise<StartRealm | string> {
  if (level === 'wasm') return findChild(parts);
  if (level === 'iframe') return 'the level `iframe` needs a page; use `wasm`';
  return `Node has no level "${level}"`;
}
