import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the repository that a folder is in, or the folder itself outside of one.
 *
 * @param folder - Absolute path.
 */
export function repositoryRoot(folder: string): string {
  // A worktree or submodule has a file there.
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}
