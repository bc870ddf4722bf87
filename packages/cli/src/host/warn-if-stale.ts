import { findChangeSinceBuild, type LoadedConfig } from '@btcp/codegen';
import type { CliIo } from '../io.ts';

/** Says so where the sources of a project are not those that it was built from. */
export async function warnIfStale(config: LoadedConfig, io: CliIo): Promise<void> {
  const change = await findChangeSinceBuild(config);
  if (change !== undefined) io.stderr(`btcp: warning: ${change} after the last build; run \`btcp build\`.\n`);
}
