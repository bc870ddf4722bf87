import { resolve } from 'node:path';
import type { Diagnostic } from '@btcp/core';
import type { BuildOptions, BuildResult } from './build.ts';
import { writeCachedBuild } from './cache/build-cache.ts';
import { checkProject } from './check-project.ts';
import { completeConfig, loadConfig } from './config/load-config.ts';
import { CONFIG_FILES, type LoadedConfig } from './config/loaded-config.ts';
import { settingsOfBuild } from './config/rule-settings.ts';
import { emitTexts, emitValidators, readFormats } from './emit/emit-files.ts';
import { ProjectError } from './project-error.ts';
import { emitStamp, withExtended } from './source-stamp.ts';
import { findStaleFiles, replaceFiles, type EmittedFile } from './write/write-files.ts';

/** Builds a project, whether anything has changed or not. */
export async function buildProject(cwd: string, options: BuildOptions): Promise<BuildResult> {
  const loaded = options.config
    ? await completeConfig(resolve(cwd, CONFIG_FILES[0]), options.config)
    : await loadConfig(cwd, options.configFile);
  if (!loaded.ok) return failed(loaded.root, loaded.diagnostics);
  try {
    return await buildWith(loaded.config, options);
  } catch (error) {
    if (error instanceof ProjectError) return failed(loaded.config.root, [error.diagnostic]);
    throw error;
  }
}

async function buildWith(config: LoadedConfig, options: BuildOptions): Promise<BuildResult> {
  const { onStage } = options;
  const since = Date.now();
  let texts: (() => Promise<readonly EmittedFile[]>) | undefined;
  let sources: (() => ReadonlyMap<string, string>) | undefined;
  const formats = settle(readFormats(config.outDir));
  const { diagnostics, manifest, tools, reads } = await checkProject(config, {
    rules: settingsOfBuild(config.rules),
    evaluationTimeout: options.evaluationTimeout,
    onStage,
    // Most builds have no mistake, so the text is made while the checks run in another thread, and dropped if one fails.
    onManifest(manifest, ordered, project) {
      sources = () => project.readSources();
      const tools = ordered.map((check) => check.tool);
      const { options: compilerOptions } = project;
      texts = settle(
        formats().then((read) => emitTexts({ config, manifest, tools, compilerOptions, formats: read })),
      );
    },
  });
  if (!manifest || !texts || !sources || diagnostics.some((diagnostic) => diagnostic.severity === 'error'))
    return failed(config.root, diagnostics);
  onStage?.('emit');
  const validators = await emitValidators(await formats(), tools);
  const emitted = [...(await texts()), ...validators];
  onStage?.('write');
  const stale = await findStaleFiles(config.outDir, emitted);
  if (options.mode !== 'check') {
    // Not of `files`: a handler that was changed gives the same build.
    const stamp = await findStaleFiles(config.outDir, [await emitStamp(config, sources())]);
    await replaceFiles(config.outDir, [...stale, ...stamp]);
  }
  const { root, outDir } = config;
  const result = { ok: true, root, diagnostics, manifest, outDir, files: emitted, stale };
  if (options.mode !== 'check' && !options.config) {
    const settings = config.tsconfig === undefined ? [] : await withExtended(config.tsconfig);
    writeCachedBuild(config, result, { ...reads, own: [...reads.own, ...settings], since });
  }
  return result;
}

/** Lets a promise fail unseen until somebody asks for its value. */
function settle<T>(promise: Promise<T>): () => Promise<T> {
  promise.catch(() => undefined);
  return () => promise;
}

function failed(root: string, diagnostics: readonly Diagnostic[]): BuildResult {
  return { ok: false, root, diagnostics, files: [], stale: [] };
}
