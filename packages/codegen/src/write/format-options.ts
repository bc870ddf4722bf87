import { resolveConfig, type Options } from 'prettier';
import { ProjectError, reasonOf } from '../system/project-error.ts';

/**
 * The prettier options that the project has for a file.
 *
 * @throws ProjectError if prettier cannot read them.
 */
export async function formatOptionsFor(path: string): Promise<Options> {
  try {
    return { ...(await resolveConfig(path, { editorconfig: true, useCache: false })), filepath: path };
  } catch (error) {
    throw formatFailed(error);
  }
}

/** What is wrong if prettier fails. */
export function formatFailed(error: unknown): ProjectError {
  return new ProjectError({
    id: 'format-failed',
    message: `Prettier cannot format what the build writes: ${reasonOf(error)}`,
    help: "Correct the project's prettier configuration; `npx prettier --check .` shows the same.",
  });
}
