import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { BuildOptions, BuildResult } from './build-result.ts';
import { writeCachedBuild } from './cache/build-cache.ts';
import { completeConfig, loadConfig } from './config/load-config.ts';
import { CONFIG_FILES, type LoadedConfig } from './config/loaded-config.ts';
import { type Inference, withInference } from './infer/inference.ts';
import { ProjectError } from './project-error.ts';
import { emitStamp, withExtended } from './source-stamp.ts';
import { findStaleFiles, replaceFiles } from './write/write-files.ts';

/** Builds a project, whether anything has changed or not. */
export async function buildProject(cwd: string, options: BuildOptions): Promise<BuildResult> {
  const loaded = options.config
    ? await completeConfig(resolve(cwd, CONFIG_FILES[0]), options.config)
    : await loadConfig(cwd, options.configFile);
  if (!loaded.ok) return failed(loaded.root, loaded.diagnostics);
  try {
    return await withInference(loaded.config, (inference) => buildWith(loaded.config, inference, options));
  } catch (error) {
    if (error instanceof ProjectError) return failed(loaded.config.root, [error.diagnostic]);
    throw error;
  }
}

async function buildWith(
  config: LoadedConfig,
  inference: Inference,
  options: BuildOptions,
): Promise<BuildResult> {
  const { onStage, evaluationTimeout, mode } = options;
  const since = Date.now();
  const { root, outDir } = config;
  // A mistake in the config is reported without the compilers, and the checker reads the project while they load.
  const [{ checkProject }, { settingsOfBuild }, { emitFiles }] = await Promise.all([
    import('./check-project.ts'),
    import('./config/rule-settings.ts'),
    import('./emit/emit-files.ts'),
  ]);
  const checked = await checkProject(config, {
    inference,
    rules: settingsOfBuild(config.rules),
    evaluationTimeout,
    onStage,
  });
  const { diagnostics, manifest, tools, reads } = checked;
  if (!manifest || diagnostics.some(({ severity }) => severity === 'error')) return failed(root, diagnostics);
  onStage?.('emit');
  const emitted = await emitFiles({ ...checked, config, manifest, tools });
  onStage?.('write');
  const stale = await findStaleFiles(outDir, emitted);
  const result = { ok: true, root, diagnostics, manifest, outDir, files: emitted, stale };
  if (mode === 'check') return result;
  // Not one of `files`: a handler that was changed gives the same build.
  const stamp = await findStaleFiles(outDir, [
    await emitStamp(
      config,
      reads.own.filter((path) => !isDeclaration(path)),
    ),
  ]);
  await replaceFiles(outDir, [...stale, ...stamp]);
  if (!options.config) {
    const settings = config.tsconfig === undefined ? [] : await withExtended(config.tsconfig);
    writeCachedBuild(config, result, { ...reads, own: [...reads.own, ...settings], since });
  }
  return result;
}

const isDeclaration = (path: string): boolean => /\.d\.(?:[^./]+\.)?[cm]?ts$/.test(path);

function failed(root: string, diagnostics: readonly Diagnostic[]): BuildResult {
  return { ok: false, root, diagnostics, files: [], stale: [] };
}
