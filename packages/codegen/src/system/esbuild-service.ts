import { extname } from 'node:path';

/** When the toolkit runs from source, its packages resolve to source as well. */
export const CONDITIONS: readonly string[] = extname(import.meta.url) === '.ts' ? ['@btcp/source'] : [];

let users = 0;

/**
 * Runs a function that uses esbuild, and stops esbuild's process after its last user: after a large bundle it would keep
 * a hundred megabytes for the rest of the build.
 */
export async function withEsbuild<T>(use: () => Promise<T>, isLarge: boolean): Promise<T> {
  users++;
  try {
    return await use();
  } finally {
    users--;
    if (isLarge && users === 0) await (await import('esbuild')).stop();
  }
}
