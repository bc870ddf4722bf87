import { readFile } from 'node:fs/promises';
import { ts } from '../source/ts.ts';

/** A file, and how many levels its code has. */
export interface NestedFile {
  readonly file: string;
  readonly depth: number;
}

/** Finds the file whose code is nested deepest: the one at which the stack overflowed. @param files - Absolute paths. */
export async function deepestFile(files: readonly string[]): Promise<NestedFile | undefined> {
  let deepest: NestedFile | undefined;
  for (const file of files) {
    const depth = depthOf(file, await readFile(file, 'utf8').catch(() => ''));
    if (deepest === undefined || depth > deepest.depth) deepest = { file, depth };
  }
  return deepest;
}

function depthOf(file: string, text: string): number {
  let source;
  try {
    source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  } catch {
    return Infinity;
  }
  let deepest = 0;
  // Not recursive, as that is what fails.
  const pending: (readonly [ts.Node, number])[] = [[source, 0]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next;
    deepest = Math.max(deepest, depth);
    ts.forEachChild(node, (child) => void pending.push([child, depth + 1]));
  }
  return deepest;
}
