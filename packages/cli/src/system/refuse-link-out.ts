import { resolve } from 'node:path';
import { linkOutOf } from '@btcp/codegen';
import { InputError } from '../errors.ts';

/**
 * Refuses to write where a symbolic link leads out of the current folder.
 *
 * @param path - As the user gave it; a path outside the folder is meant as it stands.
 * @throws InputError
 */
export async function refuseLinkOut(path: string, cwd: string): Promise<void> {
  const link = await linkOutOf(cwd, resolve(cwd, path));
  if (link !== undefined)
    throw new InputError(
      `${path} leads out of the current folder: ${link} is a symbolic link.`,
      'Put a file or folder of its own in its place, or name the other place itself.',
    );
}
