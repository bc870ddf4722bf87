import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The root of the repository that contains a folder, or the folder itself outside of one.
 *
 * @param folder - Absolute path.
 */
export function repositoryRoot(folder: string): string {
  // In a worktree or submodule it is a file.
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
