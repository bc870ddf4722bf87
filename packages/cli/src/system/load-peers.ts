import { InputError } from '../errors.ts';

/**
 * Imports what needs packages that are installed separately.
 *
 * @param purpose - Begins the message: `Serving`.
 * @param names - The packages, in their second major version.
 * @throws InputError that says what to install.
 */
export async function loadPeers<Module>(
  load: () => Promise<Module>,
  purpose: string,
  ...names: readonly [string, ...string[]]
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new InputError(
      names.length === 1
        ? `${purpose} needs the package ${names[0]}, which is not installed.`
        : `${purpose} needs the packages ${names.join(' and ')}, which are not both installed.`,
      `Run \`npm install --save-dev ${names.map((name) => `${name}@2`).join(' ')}\`.`,
    );
  }
}
