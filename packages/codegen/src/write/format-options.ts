import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Options } from 'prettier';
import { foldersAbove, settingsIn } from '../cache/inputs.ts';
import { ProjectError, reasonOf } from '../system/project-error.ts';

/**
 * Reads the project's prettier options for files. Files of one folder share a search.
 *
 * @throws ProjectError if prettier cannot read them.
 */
export async function formatOptionsOf(paths: readonly string[]): Promise<readonly Options[]> {
  try {
    if (!paths.flatMap(foldersAbove).some((folder) => settingsIn(folder).some(configuresPrettier)))
      return paths.map((filepath) => ({ filepath }));
    const { clearConfigCache, resolveConfig } = await import('prettier');
    // The settings may have changed since an earlier build.
    await clearConfigCache();
    const options = paths.map((path) => resolveConfig(path, { editorconfig: true }));
    return (await Promise.all(options)).map((each, index) => ({ ...each, filepath: paths[index] as string }));
  } catch (error) {
    throw formatFailed(error);
  }
}

// Loading prettier's search takes as long as formatting, so it is skipped where it would find nothing.
function configuresPrettier(path: string): boolean {
  return !/^package\.(?:json|yaml)$/.test(basename(path)) || /\bprettier\b/.test(readFileSync(path, 'utf8'));
}

/** Wraps an error of prettier. */
export function formatFailed(error: unknown): ProjectError {
  return new ProjectError({
    id: 'format-failed',
    message: `Prettier cannot format what the build writes: ${reasonOf(error)}`,
    help: "Correct the project's prettier configuration; `npx prettier --check .` shows the same.",
  });
}
