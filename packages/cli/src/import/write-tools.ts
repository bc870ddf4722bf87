import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printTools } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';

/** A file, and whether it was written. */
export interface WrittenFile {
  /** Relative to the working directory. */
  readonly path: string;
  /** `kept`: the file has other content, which somebody may have edited. */
  readonly state: 'written' | 'same' | 'kept';
}

/**
 * Writes each tool to a file of its own.
 *
 * @param force - Whether to replace files with other content.
 */
export async function writeTools(
  tools: readonly ManifestTool[],
  folder: string,
  { cwd, force }: { readonly cwd: string; readonly force: boolean },
): Promise<readonly WrittenFile[]> {
  await mkdir(folder, { recursive: true });
  const files: WrittenFile[] = [];
  const taken = new Set<string>();
  for (const tool of tools) {
    const path = join(folder, `${freeName(fileName(tool.name), taken)}.ts`);
    const text = await printTools([tool], path);
    const current = await readText(path);
    const isFree = current === undefined && !(await isLink(path));
    const state = current === text ? 'same' : isFree || force ? 'written' : 'kept';
    if (state === 'written') await writeFile(path, text);
    files.push({ path: relative(cwd, path), state });
  }
  return files;
}

// getURLForID → get-url-for-id
function fileName(tool: string): string {
  const words = tool.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2');
  const name = words.replaceAll('_', '-').toLowerCase().replace(/-+$/, '');
  // Windows reserves these for devices.
  return /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-tool` : name;
}

function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}-${count}`;
  taken.add(free);
  return free;
}

// A dangling link would write a file elsewhere.
async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() === true;
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
