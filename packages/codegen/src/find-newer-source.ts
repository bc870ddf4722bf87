import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadedConfig } from './config/loaded-config.ts';
import { matchFiles } from './source/match-files.ts';
import { relativePath } from './source/relative-path.ts';

/**
 * A tool's file that was changed after the build was written, which may be why the two do not fit together.
 *
 * @returns Its path relative to the project, or undefined.
 */
export async function findNewerSource({
  root,
  tools,
  outDir,
}: Pick<LoadedConfig, 'root' | 'tools' | 'outDir'>): Promise<string | undefined> {
  const built = await changeOf(join(outDir, 'manifest.json'));
  for (const path of matchFiles(root, tools)) {
    if ((await changeOf(path)) > built) return relativePath(root, path);
  }
  return undefined;
}

const changeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
