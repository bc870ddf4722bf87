import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Registration } from '@btcp/core';

/** Imports the registration that a project's build wrote. */
export async function importRegistration(root: string, outDir = 'generated'): Promise<Registration> {
  const { registration } = (await import(pathToFileURL(join(root, outDir, 'registration.ts')).href)) as {
    readonly registration: Registration;
  };
  return registration;
}
