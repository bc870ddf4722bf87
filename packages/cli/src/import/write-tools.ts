import { lstat, mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { printModules } from '@btcp/codegen';
import type { ManifestTool } from '@btcp/core';
import { textAt } from '../system/write-files.ts';

/** Whether a file was written; `kept`: it has other content, which somebody may have edited. */
export type FileState = 'written' | 'same' | 'kept';

/**
 * Writes each tool to a file of its own.
 *
 * @param force - Whether to replace files with other content.
 * @returns Paths, relative to the working directory.
 */
export async function writeTools(
  tools: readonly ManifestTool[],
  folder: string,
  { cwd, force }: { readonly cwd: string; readonly force: boolean },
): Promise<readonly { readonly path: string; readonly state: FileState }[]> {
  await mkdir(folder, { recursive: true });
  const taken = new Set<string>();
  const modules = tools.map((tool) => ({
    tools: [tool],
    path: join(folder, `${freeName(fileName(tool.name), taken)}.ts`),
  }));
  const texts = await printModules(modules);
  const files: { readonly path: string; readonly state: FileState }[] = [];
  for (const [index, { path }] of modules.entries()) {
    const state = await writeModule(path, texts[index] ?? '', () => force);
    files.push({ path: relative(cwd, path), state });
  }
  return files;
}

/** @param isReplaceable - Whether a file with another text may be replaced. */
export async function writeModule(
  path: string,
  text: string,
  isReplaceable: (current: string) => boolean,
): Promise<FileState> {
  const current = await textAt(path);
  if (current === text) return 'same';
  // A dangling link would write a file elsewhere.
  const isLink = (await lstat(path).catch(() => undefined))?.isSymbolicLink() === true;
  if ((current !== undefined || isLink) && !isReplaceable(current ?? '')) return 'kept';
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
