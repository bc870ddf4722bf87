import { InputError } from '../errors.ts';

/**
 * Imports what needs a package that is installed separately.
 *
 * @param purpose - Begins the message: `Serving`.
 * @param name - The package, in its second major version.
 * @throws InputError that says what to install.
 */
export async function loadPeer<Module>(
  load: () => Promise<Module>,
  purpose: string,
  name: string,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError(
      `${purpose} needs the package ${name}, which is not installed.`,
      `Run \`npm install --save-dev ${name}@2\`.`,
    );
  }
}
