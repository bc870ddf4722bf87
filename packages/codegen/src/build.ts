import { resolve } from 'node:path';
import type { BuildOptions, BuildResult } from './build-result.ts';
import { readCachedBuild } from './cache/build-cache.ts';

/**
 * Builds a project: finds its tools, checks them, and writes manifest, wrappers, validators and registration. Where nothing
 * has changed since the last build, that is all it finds out. With `watch`, it goes on until it is told to end.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  if (options.watch) return (await import('./watch.ts')).watch(options);
  const cwd = resolve(options.cwd ?? '.');
  const cached = options.config ? undefined : readCachedBuild(cwd, options.configFile);
  // Only a build that has something to do loads the compilers.
  return cached ?? (await import('./build-project.ts')).buildProject(options);
}
