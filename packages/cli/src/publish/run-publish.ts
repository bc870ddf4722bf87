import { relative, resolve } from 'node:path';
import { findChangeSinceBuild, type LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { escapeUnseen } from '@btcp/schema';
import { ManifestFacts } from '@btcp/schema/check';
import { InputError } from '../errors.ts';
import { findBuild, readManifest } from '../export/read-manifest.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { FILES } from './files.ts';
import { readPackage } from './npm/read-package.ts';
import type { Publication, PublishedFile } from './publication.ts';
import { readSettings } from './settings.ts';
import { writePublished } from './write-published.ts';

interface PublishValues {
  readonly out?: string;
  readonly 'dry-run': boolean;
  readonly experimental: boolean;
  readonly smithery: boolean;
  readonly 'allow-partial': boolean;
  readonly config?: string;
}

/** Runs `btcp publish`. */
export async function runPublish(
  { out, config, experimental, smithery, ...values }: PublishValues,
  npmArguments: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  const built = await findBuild(config, io, refuseStale);
  if (!built) return 1;
  const manifest = validManifest(await readManifest(built.manifest, undefined), built.manifest);
  if (out === undefined) {
    const { publishPackage } = await import('./npm/publish-package.ts');
    return publishPackage(built.config, manifest, { isDryRun: values['dry-run'], npmArguments }, io);
  }
  const report = (loss: string): void => io.stderr(`${escapeUnseen(loss)}\n`);
  let missing = 0;
  const publication: Publication = {
    manifest,
    config: built.config,
    settings: readSettings(built.config.publish),
    package: await readPackage(built.config.root),
    isExperimental: experimental,
    isForSmithery: smithery,
    report,
    reportMissing(loss) {
      missing++;
      report(loss);
    },
  };
  await writeFolder(out, publication, io);
  return missing > 0 && !values['allow-partial'] ? 1 : 0;
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

async function writeFolder(out: string, publication: Publication, io: CliIo): Promise<void> {
  const folder = resolve(io.cwd, out);
  const files: PublishedFile[] = [];
  for (const write of FILES) files.push(...(await write(publication)));
  const { written, removed, kept } = await writePublished(folder, files);
  for (const path of kept) io.stderr(`${path} is no longer published, but was changed: it stays.\n`);
  const done = [
    ...(written.length > 0 ? [`wrote ${written.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.join(', ')}`] : []),
  ];
  const { name, version } = publication.manifest;
  io.stdout(
    `${name} ${version}: ${files.length} files in ${relative(io.cwd, folder) || '.'}, ${done.join(', ') || 'up to date'}\n`,
  );
}
