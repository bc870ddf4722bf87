import { join } from 'node:path';
import type { LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { isObject } from '@btcp/schema/internal';
import { InputError, ReleaseError } from '../../errors.ts';
import { type CliIo, type ExitCode, line } from '../../io.ts';
import { refuseIfEdited } from '../../host/project.ts';
import { findPackageFaults } from './find-package-faults.ts';
import { readSettings } from '../settings.ts';
import { type PackageFields, readPackage, textField } from '../../system/read-package.ts';
import { npmFailure, type ProgramRun, runNpm } from '../../system/run-program.ts';

interface PackageOptions {
  readonly isDryRun: boolean;
  readonly npmArguments: readonly string[];
  /** Default: the latest release on npm, if there is any. */
  readonly against?: string;
}

export async function publishPackage(
  config: LoadedConfig,
  manifest: Manifest,
  { isDryRun, npmArguments, against }: PackageOptions,
  io: CliIo,
): Promise<ExitCode> {
  readSettings(config.publish);
  const fields = await readPackage(config.root);
  const what = `${textField(fields, 'name') ?? 'The package'}@${textField(fields, 'version') ?? ''}`;
  const files = await listPacked(config.root, what);
  // A script of the package may have changed them.
  await refuseIfEdited(config);
  const faults = await findPackageFaults({ config, fields, files: new Set(files) }, manifest);
  for (const fault of faults) io.stderr(line`package.json: ${fault}`);
  if (faults.length > 0) return 1;
  const gate = await findTooLow({ config, manifest, fields, against }, io.cwd);
  if (gate !== undefined) {
    io.stderr(line`${what}: ${gate}`);
    return 1;
  }
  if (isDryRun) {
    io.stdout(`${what} would be published with ${files.length} files:\n${files.join('\n')}\n`);
    return 0;
  }
  const run = await started(
    runNpm(['publish', ...npmArguments], { cwd: config.root, isShown: io.isTerminal }),
  );
  if (run.code !== 0) throw refusal(what, run);
  io.stdout(`${what} was published with ${files.length} files.\n`);
  return 0;
}

interface Released {
  readonly config: LoadedConfig;
  readonly manifest: Manifest;
  readonly fields: PackageFields;
  readonly against: string | undefined;
}

/** Why the version may not follow the last release. */
async function findTooLow(
  { config, manifest, fields, against }: Released,
  cwd: string,
): Promise<string | undefined> {
  const [{ readRelease }, { gateReleases }] = await Promise.all([
    import('../../diff/read-release.ts'),
    import('../../diff/check-against.ts'),
  ]);
  const built = join(config.outDir, 'manifest.json');
  const latest = `npm:${textField(fields, 'name') ?? ''}@latest`;
  const old = await (against === undefined
    ? readRelease(latest, config.root, built).catch(noneIfAbsent)
    : readRelease(against, cwd, built));
  if (old === undefined) return undefined;
  const { ok, message } = gateReleases(old, { name: 'the build', manifest }, config.compare);
  return ok ? undefined : `${message} \`btcp diff ${old.name}\` lists every change.`;
}

/** A first release follows none. */
function noneIfAbsent(error: unknown): undefined {
  if (error instanceof ReleaseError && error.isAbsent) return undefined;
  throw error;
}

/** @throws InputError where there is no npm. */
async function started(npm: Promise<ProgramRun | undefined>): Promise<ProgramRun> {
  const run = await npm;
  if (run) return run;
  throw new InputError('npm cannot be started.', 'Install npm, or start this with `npx btcp`.');
}

/** What npm would pack; its scripts run, as they do before it publishes. */
async function listPacked(root: string, what: string): Promise<readonly string[]> {
  // Scripts that run in the foreground print into the JSON.
  const run = await started(
    runNpm(['pack', '--dry-run', '--json', '--foreground-scripts=false'], { cwd: root }),
  );
  if (run.code !== 0) throw refusal(what, run);
  const packed: unknown = JSON.parse(run.stdout);
  // npm 11 lists packages in an array, others by name.
  const [first] = Object.values(Object(packed) as Readonly<Record<string, unknown>>);
  const files = isObject(first) && Array.isArray(first['files']) ? first['files'] : undefined;
  if (!files) throw new InputError('npm pack lists no files.', 'Use npm 9 or later.');
  return files.map((file: { readonly path: string }) => file.path).sort();
}

function refusal(what: string, run: ProgramRun): InputError {
  if (run.stderr === '')
    return new InputError(`${what} could not be published.`, 'See what npm printed above.');
  const { reason, help } = npmFailure(run);
  return new InputError(`${what} could not be published: ${reason}`.replace(/\.?$/, '.'), help);
}
