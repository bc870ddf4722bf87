import { findChangeSinceBuild, type LoadedConfig } from '@btcp/codegen';
import { InputError } from '../errors.ts';
import { type CliIo, line } from '../io.ts';

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
