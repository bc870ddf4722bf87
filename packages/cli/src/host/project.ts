import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findChangeSinceBuild, loadConfig, type LoadedConfig } from '@btcp/codegen';
import { ConfigError, InputError } from '../errors.ts';
import { type CliIo, line } from '../io.ts';

/**
 * Loads the config of the project in a folder.
 *
 * @param file - As the user gave it.
 * @throws ConfigError
 */
export async function projectIn(cwd: string, file: string | undefined): Promise<LoadedConfig> {
  const loaded = await loadConfig(cwd, file);
  if (loaded.ok) return loaded.config;
  throw new ConfigError(loaded.diagnostics);
}

/** The same where there may be no project; a file that is named has to be there. */
export async function projectIfAny(cwd: string, file: string | undefined): Promise<LoadedConfig | undefined> {
  const loaded = await loadConfig(cwd, file);
  if (loaded.ok) return loaded.config;
  if (file === undefined && loaded.diagnostics[0]?.id === 'config-not-found') return undefined;
  throw new ConfigError(loaded.diagnostics);
}

/** A build of the project in this folder. */
export interface Build {
  readonly config: LoadedConfig;
  /** Absolute path. */
  readonly manifest: string;
}

/**
 * Finds a project's build.
 *
 * @param onStale - Called to look for changes since the build.
 * @throws ConfigError, or InputError where there is no build.
 */
export async function findBuild(
  file: string | undefined,
  io: CliIo,
  onStale: typeof warnIfStale = warnIfStale,
): Promise<Build> {
  const config = await projectIn(io.cwd, file);
  const manifest = join(config.outDir, 'manifest.json');
  if (!existsSync(manifest))
    throw new InputError(`There is no build in ${config.outDir}.`, 'Run `btcp build` first.');
  await onStale(config, io);
  return { config, manifest };
}

/**
 * Refuses a build whose sources have changed since: for what others will rely on.
 *
 * @throws InputError that says what changed.
 */
export async function refuseIfStale(config: LoadedConfig): Promise<void> {
  const change = await findChangeSinceBuild(config);
  if (change !== undefined)
    throw new InputError(`The build is stale: ${change} after it.`, 'Run `btcp build` first.');
}

/** Warns if the sources of a project have changed since its build. */
export async function warnIfStale(config: LoadedConfig, io: CliIo): Promise<void> {
  const change = await findChangeSinceBuild(config);
  if (change !== undefined)
    io.stderr(line`btcp: warning: ${change} after the last build; run \`btcp build\`.`);
}
