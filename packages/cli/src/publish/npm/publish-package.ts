import type { LoadedConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { escapeUnseen, isObject } from '@btcp/schema';
import { InputError } from '../../errors.ts';
import type { CliIo, ExitCode } from '../../io.ts';
import { readSettings } from '../settings.ts';
import { findPackageFaults } from './find-package-faults.ts';
import { npmFailure } from './npm-failure.ts';
import { readPackage, textField } from './read-package.ts';
import { runNpm } from './run-npm.ts';

interface PackageOptions {
  readonly isDryRun: boolean;
  readonly npmArguments: readonly string[];
}

/** Checks a project's package, and publishes it to npm. */
export async function publishPackage(
  config: LoadedConfig,
  manifest: Manifest,
  { isDryRun, npmArguments }: PackageOptions,
  io: CliIo,
): Promise<ExitCode> {
  readSettings(config.publish);
  const fields = await readPackage(config.root);
  const what = `${textField(fields, 'name') ?? 'The package'}@${textField(fields, 'version') ?? ''}`;
  const files = await listPacked(config.root, what);
  const faults = await findPackageFaults({ config, fields, files: new Set(files) }, manifest);
  for (const fault of faults) io.stderr(`package.json: ${escapeUnseen(fault)}\n`);
  if (faults.length > 0) return 1;
  if (isDryRun) {
    io.stdout(`${what} would be published with ${files.length} files:\n${files.join('\n')}\n`);
    return 0;
  }
  const run = await runNpm(config.root, ['publish', ...npmArguments], io.isTerminal);
  if (run.code !== 0) throw npmFailure(what, run);
  io.stdout(`${what} was published with ${files.length} files.\n`);
  return 0;
}

/** What npm would pack; its scripts run, as they do before it publishes. */
async function listPacked(root: string, what: string): Promise<readonly string[]> {
  // Scripts that run in the foreground print into the JSON.
  const run = await runNpm(root, ['pack', '--dry-run', '--json', '--foreground-scripts=false']);
  if (run.code !== 0) throw npmFailure(what, run);
  const packed: unknown = JSON.parse(run.stdout);
  // npm 11 lists packages in an array, others by name.
  const [first] = Object.values(Object(packed) as Readonly<Record<string, unknown>>);
  const files = isObject(first) && Array.isArray(first['files']) ? first['files'] : undefined;
  if (!files) throw new InputError('npm pack lists no files.', 'Use npm 9 or later.');
  return files.map((file: { readonly path: string }) => file.path).sort();
}
