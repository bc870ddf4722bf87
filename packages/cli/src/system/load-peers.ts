import { detect } from 'package-manager-detector/detect';
import { InputError } from '../errors.ts';

/**
 * Imports what needs packages that are installed separately.
 *
 * @param purpose - Begins the message: `Serving`.
 * @param packages - With their major version, unless any will do: `ajv@8`.
 * @throws InputError that says what to install.
 */
export async function loadPeers<Module>(
  load: () => Promise<Module>,
  purpose: string,
  ...packages: readonly [string, ...string[]]
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const names = packages.map((each) => each.replace(/(?<=.)@\d+$/, ''));
    throw new InputError(
      names.length === 1
        ? `${purpose} needs the package ${names[0]}, which is not installed.`
        : `${purpose} needs the packages ${names.join(' and ')}, which are not both installed.`,
      `Run \`${await installLine()} ${packages.join(' ')}\`.`,
    );
  }
}

/** Begins the command by which the package manager of a folder, whose lockfile tells it, adds packages. */
export async function installLine(cwd: string = process.cwd()): Promise<string> {
  const { name = 'npm' } = (await detect({ cwd })) ?? {};
  return name === 'npm' ? 'npm install --save-dev' : `${name} add -D`;
}
