import { lstat, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printModules } from '@btcp/codegen';
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
  const taken = new Set<string>();
  const modules = tools.map((tool) => ({
    tools: [tool],
    path: join(folder, `${freeName(fileName(tool.name), taken)}.ts`),
  }));
  const texts = await printModules(modules);
  const files: WrittenFile[] = [];
  for (let at = 0; at < modules.length; at += AT_ONCE) {
    const some = modules.slice(at, at + AT_ONCE).map(async ({ path }, index) => ({
      path: relative(cwd, path),
      state: await writeTool(path, texts[at + index] ?? '', force),
    }));
    files.push(...(await Promise.all(some)));
  }
  return files;
}

/** How many files are open at the same time. */
const AT_ONCE = 100;

async function writeTool(path: string, text: string, force: boolean): Promise<WrittenFile['state']> {
  const current = await readText(path);
  if (current === text) return 'same';
  const isFree = current === undefined && !(await isLink(path));
  if (!isFree && !force) return 'kept';
  await writeFile(path, text);
  return 'written';
}

/** The name of a tool's file: getURLForID → get-url-for-id. */
export function fileName(tool: string): string {
  const words = tool.replace(/([a-z0-9])([A-Z])/g, '$1-$2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2');
  const name = words.replaceAll('_', '-').toLowerCase().replace(/-+$/, '');
  // Windows reserves these for devices.
  return /^(con|prn|aux|nul|com\d|lpt\d)$/.test(name) ? `${name}-tool` : name;
}

export function freeName(name: string, taken: Set<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count++) free = `${name}-${count}`;
  taken.add(free);
  return free;
}

// A dangling link would write a file elsewhere.
export async function isLink(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isSymbolicLink() === true;
}

export async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
