import type { SandboxLevel } from '@btcp/core';
import type { LevelParts, StartRealm } from '../realm.ts';
import { findFrame } from './frame.ts';

/** The text of a script of the page's. */
export async function readScript(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response.text();
}

/** What starts realms of a level in a page, or why there is none. */
export async function findStarter(level: SandboxLevel, parts: LevelParts): Promise<StartRealm | string> {
  if (level === 'iframe') return findFrame(parts);
  return `this page has no level "${level}"`;
}
