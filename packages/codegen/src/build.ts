import { resolve } from 'node:path';
import type { BtcpConfig, Diagnostic, Manifest } from '@btcp/core';
import type { CheckStage } from './check-project.ts';
import { completeConfig, loadConfig } from './config/load-config.ts';
import { CONFIG_FILES, type LoadedConfig } from './config/loaded-config.ts';
import { ProjectError } from './project-error.ts';
import { emitStamp } from './source-stamp.ts';
import { findStaleFiles, replaceFiles, type EmittedFile, type StaleFile } from './write/write-files.ts';

/** What a build is told. */
export interface BuildOptions {
  /** The folder of the project. Default: the current one. */
  readonly cwd?: string;
  /** The config file's path, relative to `cwd`. Default: `btcp.config.ts`. */
  readonly configFile?: string;
  /** The configuration itself, instead of a file; its paths are relative to `cwd`. */
  readonly config?: BtcpConfig;
  /** What to do with the result: replace what differs on disk, or only find out what would. Default: `write`. */
  readonly mode?: 'write' | 'check';
  /** Milliseconds that reading the schemas of one module may take. Default: 10,000. */
  readonly evaluationTimeout?: number;
  /** Called when a stage begins. */
  readonly onStage?: (stage: BuildStage) => void;
}

/** The stages of a build, in order. */
export type BuildStage = CheckStage | 'emit' | 'write';

/** What a build gave. */
export interface BuildResult {
  /** Whether there is no error; nothing is written otherwise. */
  readonly ok: boolean;
  /** Absolute path of the folder that the diagnostics' files are relative to. */
  readonly root: string;
  /** Every mistake found, sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  /** Undefined where there is an error. */
  readonly manifest?: Manifest;
  /** Absolute path of the output folder. */
  readonly outDir?: string;
  readonly files: readonly EmittedFile[];
  /** Files that differed from what was on disk: replaced, or in mode `check` only found. */
  readonly stale: readonly StaleFile[];
}

/** Builds a project: finds its tools, checks them, and writes manifest, wrappers, validators and registration. */
export async function build(options: BuildOptions = {}): Promise<BuildResult> {
  const cwd = resolve(options.cwd ?? '.');
  const loaded = options.config
    ? await completeConfig(resolve(cwd, CONFIG_FILES[0]), options.config)
    : await loadConfig(cwd, options.configFile);
  if (!loaded.ok) return failed(loaded.root, loaded.diagnostics);
  try {
    return await buildProject(loaded.config, options);
  } catch (error) {
    if (error instanceof ProjectError) return failed(loaded.config.root, [error.diagnostic]);
    throw error;
  }
}

async function buildProject(config: LoadedConfig, options: BuildOptions): Promise<BuildResult> {
  const { onStage } = options;
  // A mistake in the config is reported without the compilers.
  const [{ checkProject }, { settingsOfBuild }, { emitTexts, emitValidators, readFormats }] =
    await Promise.all([
      import('./check-project.ts'),
      import('./config/rule-settings.ts'),
      import('./emit/emit-files.ts'),
    ]);
  let texts: (() => Promise<readonly EmittedFile[]>) | undefined;
  let sources: (() => ReadonlyMap<string, string>) | undefined;
  const formats = settle(readFormats(config.outDir));
  const { diagnostics, manifest, tools } = await checkProject(config, {
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
  return {
    ok: true,
    root: config.root,
    diagnostics,
    manifest,
    outDir: config.outDir,
    files: emitted,
    stale,
  };
}

/** Lets a promise fail unseen until somebody asks for its value. */
function settle<T>(promise: Promise<T>): () => Promise<T> {
  promise.catch(() => undefined);
  return () => promise;
}

function failed(root: string, diagnostics: readonly Diagnostic[]): BuildResult {
  return { ok: false, root, diagnostics, files: [], stale: [] };
}
