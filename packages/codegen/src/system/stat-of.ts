import { type Stats, statSync } from 'node:fs';

/** What a path leads to; undefined where that is nothing, also because a part of the path is a file. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
