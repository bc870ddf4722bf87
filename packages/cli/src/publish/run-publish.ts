import { findBuild, readManifest } from '../export/read-manifest.ts';
import { refuseIfStale } from '../host/refuse-if-stale.ts';
import type { CliIo, ExitCode } from '../io.ts';
import { validManifest } from './valid-manifest.ts';

interface PublishValues {
  readonly out?: string;
  readonly merge: boolean;
  readonly 'dry-run': boolean;
  readonly experimental: boolean;
  readonly 'allow-partial': boolean;
  readonly key?: string;
  readonly keys?: string;
  readonly against?: string;
  readonly config?: string;
}

/** Runs `btcp publish`. */
export async function runPublish(
  { out, config, against, ...values }: PublishValues,
  operands: readonly string[],
  io: CliIo,
): Promise<ExitCode> {
  if (values.merge && out !== undefined) {
    const { publishDirectory } = await import('./merge/publish-directory.ts');
    return publishDirectory(out, operands, values, io);
  }
  const built = await findBuild(config, io, refuseIfStale);
  if (!built) return 1;
  const manifest = validManifest(await readManifest(built.manifest, undefined), built.manifest);
  if (out === undefined) {
    const { publishPackage } = await import('./npm/publish-package.ts');
    const options = {
      isDryRun: values['dry-run'],
      npmArguments: operands,
      ...(against !== undefined && { against }),
    };
    return publishPackage(built.config, manifest, options, io);
  }
  const { publishFolder } = await import('./publish-folder.ts');
  return publishFolder(out, built.config, manifest, values, io);
}
