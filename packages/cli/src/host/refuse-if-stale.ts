import { findChangeSinceBuild, type LoadedConfig } from '@btcp/codegen';
import { InputError } from '../errors.ts';

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
