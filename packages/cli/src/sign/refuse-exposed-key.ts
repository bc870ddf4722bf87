import { existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { loadConfig } from '@btcp/codegen';
import { InputError } from '../errors.ts';

/** What `btcp publish --out` writes into every folder. */
const PUBLISHED = ['.well-known/btcp.json', '.btcp-publish.json'];

/**
 * Refuses the file of a private key in a folder that is served or packed.
 *
 * @param file - As the user gave it; it need not exist yet.
 * @param folder - The folder that will be published.
 * @throws InputError that names the folder.
 */
export async function refuseExposedKey(file: string, folder: string, cwd: string): Promise<void> {
  const published = await bothPaths(resolve(cwd, folder));
  const paths = await bothPaths(resolve(cwd, file));
  if (paths.some((path) => published.some((each) => path.startsWith(each.endsWith(sep) ? each : each + sep))))
    throw new InputError(
      `${file} is in ${relative(cwd, resolve(cwd, folder)) || '.'}, whose files are published: the private key would be, too.`,
      existsSync(resolve(cwd, file))
        ? 'Keep the private key in another folder; if others may have read it, make a new key and revoke this one.'
        : 'Name a file in another folder.',
    );
}

/** Refuses a private key in a folder that was published, or that a build writes. */
export async function refuseExposedPlace(
  file: string,
  cwd: string,
  config: string | undefined,
): Promise<void> {
  for (const path of await bothPaths(resolve(cwd, file)))
    for (let folder = dirname(path); ; folder = dirname(folder)) {
      if (PUBLISHED.some((each) => existsSync(join(folder, each)))) await refuseExposedKey(file, folder, cwd);
      if (folder === dirname(folder)) break;
    }
  const loaded = await loadConfig(cwd, config);
  if (loaded.ok) await refuseExposedKey(file, loaded.config.outDir, cwd);
}

/** An absolute path as it is given, and without symbolic links. */
async function bothPaths(path: string): Promise<readonly string[]> {
  const parent = await realpath(dirname(path)).catch(() => dirname(path));
  return [path, join(parent, basename(path)), await realpath(path).catch(() => path)];
}
