import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The folder of this repository. */
export const ROOT: string = fileURLToPath(new URL('../../', import.meta.url));

const SHARED = ['tsconfig.base.json', '.prettierrc.json'];

/**
 * Copies a story, without what was built, to a checkout of its own outside of this one, with the same packages. It is
 * removed when the test has finished.
 *
 * @returns The story's folder there.
 */
export async function copyStory(story: string): Promise<string> {
  const { folder, remove } = await makeStoryCopy(story);
  onTestFinished(remove);
  return folder;
}

/** Copies a story as `copyStory` does, for whoever removes it. */
export async function makeStoryCopy(
  story: string,
): Promise<{ readonly folder: string; readonly remove: () => Promise<void> }> {
  const checkout = await mkdtemp(join(tmpdir(), 'another checkout-'));
  const folder = join(checkout, 'examples', story);
  await cp(join(ROOT, 'examples', story), folder, {
    recursive: true,
    filter: (path) => !['.turbo', 'dist', 'generated', 'node_modules', 'public'].includes(basename(path)),
  });
  for (const file of SHARED) await cp(join(ROOT, file), join(checkout, file));
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'), 'junction');
  return { folder, remove: () => rm(checkout, { recursive: true }) };
}
