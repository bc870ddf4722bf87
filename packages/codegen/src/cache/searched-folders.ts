import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf } from './inputs.ts';

/** Folders with tools; listing more takes longer than loading what searches. */
const MAX_SEARCHED = 500;
/** Folders of the project; listing more takes longer than a build. */
const MAX_LISTED = 5000;

/**
 * The names that globs search, which tell without a search whether it would find the same files. Undefined where they would
 * not: beyond links, or in too many folders.
 *
 * @param root - Absolute path of the folder that the globs start from.
 */
export function listSearched(root: string, globs: readonly string[]): string | undefined {
  const wanted = globs.filter((glob) => !glob.startsWith('!'));
  const takesHidden = wanted.some((glob) => /(?:^|\/)\.[^./]/.test(glob));
  const folders = new Set(wanted.map((glob) => join(root, baseOf(glob))));
  const names: string[] = [];
  // Iterating over a set includes elements added during the loop.
  for (const folder of folders) {
    if (folders.size > MAX_SEARCHED) return undefined;
    for (const entry of entriesOf(folder)) {
      if (entry.isSymbolicLink()) return undefined;
      const path = join(folder, entry.name);
      const isSearched = entry.name !== 'node_modules' && (takesHidden || !entry.name.startsWith('.'));
      if (entry.isDirectory() && isSearched) folders.add(path);
      else if (CODE.test(entry.name)) names.push(path);
    }
  }
  return names.sort().join('\n');
}

const CODE = /\.[cm]?[jt]sx?$/;

/** The folder that a glob names before its first pattern. */
function baseOf(glob: string): string {
  const parts = glob.split('/').slice(0, -1);
  const end = parts.findIndex((part) => /[*?{}()[\]!+@\\]/.test(part));
  return parts.slice(0, end === -1 ? undefined : end).join('/');
}

/**
 * The names of a project's code, and of its folders of packages: one that comes or goes may lead imports
 * elsewhere, or be one of the tsconfig's files. Undefined in too many folders.
 *
 * @param root - Absolute path.
 * @param outDir - Absolute path of the folder that the build writes to.
 */
export function listCode(root: string, outDir: string): string | undefined {
  const folders = new Set([root]);
  const names: string[] = [];
  // Iterating over a set includes elements added during the loop.
  for (const folder of folders) {
    if (folders.size > MAX_LISTED) return undefined;
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) names.push(`${path} ${readlinkSync(path)}`);
      else if (entry.name === 'node_modules' || CODE.test(entry.name)) names.push(path);
      else if (entry.isDirectory() && !entry.name.startsWith('.') && path !== outDir) folders.add(path);
    }
  }
  return names.join('\n');
}
