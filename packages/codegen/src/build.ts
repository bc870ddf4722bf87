import { resolve } from 'node:path';
import { type BuildOptions, type BuildResult, hasNoError, withInspection } from './build-result.ts';
import { Inference } from './infer/inference.ts';
import { readCachedBuild } from './last-build.ts';

/**
 * Builds a project: finds its tools, checks them, and writes manifest, wrappers, validators and registration, unless
 * nothing has changed since the last build. With `watch`, it rebuilds until the signal is aborted.
 */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  if (options.watch) return (await import('./watch.ts')).watch(options);
  const cwd = resolve(options.cwd ?? '.');
  const cached = options.config ? undefined : readCachedBuild(cwd, options.configFile);
  if (cached && hasKnownTargets(cached, options)) return inspectCached(cached, options);
  Inference.prepare();
  return (await import('./build-project.ts')).buildProject(options);
}

async function inspectCached(cached: BuildResult, { inspect }: BuildOptions): Promise<BuildResult> {
  const { root, manifest, targets = [] } = cached;
  if (!manifest) return cached;
  const diagnostics = await withInspection(cached.diagnostics, inspect, { root, manifest, targets });
  return hasNoError(diagnostics)
    ? { ...cached, diagnostics }
    : { ok: false, root, diagnostics, files: [], stale: [] };
}

/** Whether a cached build has no unknown target, which may be one of a program that does not know the names. */
const hasKnownTargets = ({ targets = [] }: BuildResult, { targetNames }: BuildOptions): boolean =>
  targets.every((target) => targetNames?.includes(target) ?? true);
