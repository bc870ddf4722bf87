import { resolveConfig, type Options } from 'prettier';

/** The prettier options that the project has for a file. */
export async function formatOptionsFor(path: string): Promise<Options> {
  return { ...(await resolveConfig(path, { editorconfig: true })), filepath: path };
}
