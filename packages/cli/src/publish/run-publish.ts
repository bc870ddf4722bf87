import { findChangeSinceBuild, type LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { ManifestFacts } from '@btcp/schema/check';
import { InputError } from '../errors.ts';
import { findBuild, readManifest } from '../export/read-manifest.ts';
import type { CliIo, ExitCode } from '../io.ts';

interface PublishValues {
  readonly out?: string;
  readonly 'dry-run': boolean;
  readonly experimental: boolean;
  readonly smithery: boolean;
  readonly 'allow-partial': boolean;
  readonly key?: string;
  readonly keys?: string;
  readonly against?: string;
  readonly config?: string;
}

/** Runs `btcp publish`. */
export async function runPublish(
  { out, config, against, ...values }: PublishValues,
  npmArguments: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const built = await findBuild(config, io, refuseStale);
  if (!built) return 1;
  const manifest = validManifest(await readManifest(built.manifest, undefined), built.manifest);
  if (out === undefined) {
    const { publishPackage } = await import('./npm/publish-package.ts');
    const options = { isDryRun: values['dry-run'], npmArguments, ...(against !== undefined && { against }) };
    return publishPackage(built.config, manifest, options, io);
  }
  const { publishFolder } = await import('./publish-folder.ts');
  return publishFolder(out, built.config, manifest, values, io);
}

async function refuseStale(config: LoadedConfig): Promise<void> {
  const change = await findChangeSinceBuild(config);
  if (change !== undefined)
    throw new InputError(`The build is stale: ${change} after it.`, 'Run `btcp build`, then publish.');
}

/** A build writes a valid manifest, but anybody can change the file. */
function validManifest(read: Manifest | readonly unknown[], path: string): Manifest {
  const { issues, tools } = new ManifestFacts(read);
  const issue = [...issues, ...tools.flatMap((tool) => tool.issues)].find(
    ({ severity }) => severity === 'error',
  );
  // Without issues it is what the meta-schema describes.
  if (!issue) return read as Manifest;
  throw new InputError(`${path} is not a valid manifest: ${issue.message}`, 'Run `btcp build`.');
}
