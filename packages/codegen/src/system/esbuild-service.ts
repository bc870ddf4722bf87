let users = 0;

/**
 * Lets something use esbuild, and ends its process afterwards if nobody else does: after a large bundle it would hold
 * a hundred megabytes while the rest of a build runs.
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
