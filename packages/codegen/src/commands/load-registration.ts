import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Registration } from '@btcp/core';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { loadModule, type LoadedModule } from '../system/load-module.ts';

/**
 * Loads what a build wrote, to run its tools in this process.
 *
 * @param config - Of the project that was built.
 * @throws Error if there is no build.
 */
export async function loadRegistration({
  outDir,
  tsconfig,
}: Pick<LoadedConfig, 'outDir' | 'tsconfig'>): Promise<
  LoadedModule<{ readonly registration: Registration }>
> {
  const path = join(outDir, 'registration.ts');
  if (!existsSync(path)) throw new Error(`There is no build in ${outDir}. Run \`btcp build\` first.`);
  return loadModule(path, tsconfig);
}
