import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build, findChangeSinceBuild, loadConfig, type LoadedConfig } from '@btcp/codegen';
import { isManifestEdited } from '@btcp/codegen/internal';
import { ConfigError, InputError } from '../errors.ts';
import { type CliIo, line } from '../io.ts';

/**
 * Loads the config of the project in a folder.
 *
 * @param file - As the user gave it.
 * @throws ConfigError
 */
export async function projectIn(cwd: string, file: string | undefined): Promise<LoadedConfig> {
  const loaded = await loadConfig({ cwd, configFile: file });
  if (loaded.ok) return loaded.config;
  throw new ConfigError(loaded.diagnostics);
}

/** The same where there may be no project; a file that is named has to be there. */
export async function projectIfAny(cwd: string, file: string | undefined): Promise<LoadedConfig | undefined> {
  const loaded = await loadConfig({ cwd, configFile: file });
  if (loaded.ok) return loaded.config;
  if (file === undefined && loaded.diagnostics[0]?.id === 'config-not-found') return undefined;
  throw new ConfigError(loaded.diagnostics);
}

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

/**
 * Refuses a build that is not what the tools give, whether they have changed since, or its files were edited or merged: for what is
 * signed or published.
 *
 * @throws InputError that says what changed.
 */
export async function refuseIfEdited(config: LoadedConfig): Promise<void> {
  await refuseIfStale(config);
  const [edited] = await findEdited(config);
  if (edited !== undefined) throw new InputError(edited, 'Run `btcp build` first.');
}

/**
 * Finds the files of a build that were changed after it.
 *
 * @returns Sentences.
 * @throws InputError if the project does not build.
 */
export async function findEdited({ root, outDir, file }: LoadedConfig): Promise<readonly string[]> {
  const { stale, manifest } = await build({ cwd: root, configFile: file, mode: 'check' });
  if (!manifest)
    throw new InputError('The project does not build any more.', 'Correct what `btcp build` finds there.');
  return stale.map(({ path }) => `${relative(root, outDir)}/${path} is not what the tools give.`);
}

/** Warns if the sources of a project have changed since its build, or its manifest was edited. */
export async function warnIfStale(config: LoadedConfig, io: CliIo): Promise<void> {
  const change = await findChangeSinceBuild(config);
  if (change !== undefined)
    io.stderr(line`btcp: warning: ${change} after the last build; run \`btcp build\`.`);
  else if (await isManifestEdited(config)) {
    const manifest = `${relative(config.root, config.outDir)}/manifest.json`;
    io.stderr(line`btcp: warning: ${manifest} was edited; change the tools instead, and run \`btcp build\`.`);
  }
}
