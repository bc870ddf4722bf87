import { findChangeSinceBuild, type LoadedConfig } from '@btcp/codegen';
import type { CliIo } from '../io.ts';
import { line } from '../printable-io.ts';

/** Warns if the sources of a project have changed since its build. */
export async function warnIfStale(config: LoadedConfig, io: CliIo): Promise<void> {
  const change = await findChangeSinceBuild(config);
  if (change !== undefined)
    io.stderr(line`btcp: warning: ${change} after the last build; run \`btcp build\`.`);
}
