import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Registration } from '@btcp/core';
import type { BuildFailure } from 'esbuild';
import type { LoadedConfig } from '../config/loaded-config.ts';
import { readWhole } from '../write/write-files.ts';
import { buildAround } from './build-around.ts';
import { withPlace } from '../system/esbuild-service.ts';
import { loadModule, type LoadedModule } from '../system/load-module.ts';

/** A tool with a module that cannot be bundled fails when it is called. */
export async function loadRegistration({
  root,
  outDir,
  tsconfig,
}: Pick<LoadedConfig, 'root' | 'outDir' | 'tsconfig'>): Promise<
  LoadedModule<{ readonly registration: Registration }>
> {
  const path = join(outDir, 'registration.ts');
  if (!existsSync(path)) throw new Error(`There is no build in ${outDir}. Run \`btcp build\` first.`);
  try {
    return await readWhole(
      outDir,
      () => loadModule(path, tsconfig, (options) => buildAround(options, root, outDir)),
      ({ dispose }) => dispose(),
    );
  } catch (error) {
    throw inOneLine(error);
  }
}

/** Of what the bundler reports, for example where a merge has left its marks, the first, in one line. */
function inOneLine(error: unknown): unknown {
  const [first] = (error as Partial<BuildFailure> | undefined)?.errors ?? [];
  if (first === undefined) return error;
  return new Error(`${withPlace(first)}; run \`btcp build\``);
}
