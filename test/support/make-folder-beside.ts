import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A new empty folder in `folder`/.tmp, so that imports in it resolve as beside it. Lint, the boundaries and git leave
 * `.tmp` alone: they may run meanwhile.
 */
export function makeFolderBeside(folder: string): string {
  const parent = join(folder, '.tmp');
  mkdirSync(parent, { recursive: true });
  return mkdtempSync(join(parent, 'test-'));
}
