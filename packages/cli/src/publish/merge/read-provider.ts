import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { digestManifest } from '@btcp/client/signature';
import { findChangeSinceBuild, loadConfig } from '@btcp/codegen';
import type { Manifest } from '@btcp/core';
import { readRelease } from '../../diff/read-release.ts';
import { InputError } from '../../errors.ts';
import { orInputError } from '../../sign/or-input-error.ts';
import { validManifest } from '../valid-manifest.ts';

/** A manifest that goes into a directory. */
export interface Provider {
  /** As the user gave it. */
  readonly source: string;
  readonly manifest: Manifest;
}

/**
 * Reads the manifest of a provider: of a project its current build, else whatever names a release.
 *
 * @throws InputError or ReleaseError where there is none, or it is not valid: one sentence.
 */
export async function readProvider(source: string, cwd: string): Promise<Provider> {
  const built = await findBuilt(source, cwd);
  const release = await readRelease(built ?? source, cwd, undefined);
  // What has no canonical form, such as a lone surrogate, is refused.
  await orInputError(() => digestManifest(release.manifest), 'Correct it, or build it again.');
  return { source, manifest: validManifest(release.manifest, source) };
}

/** The built manifest of a project; `undefined` where there is no config. */
async function findBuilt(source: string, cwd: string): Promise<string | undefined> {
  const loaded = await loadConfig(resolve(cwd, source));
  if (!loaded.ok) {
    const [mistake] = loaded.diagnostics;
    if (mistake?.id === 'config-not-found') return undefined;
    throw new InputError(
      `${source} has a config that is wrong: ${mistake?.message ?? ''}`,
      'Run `btcp build` there.',
    );
  }
  const manifest = join(loaded.config.outDir, 'manifest.json');
  if (!existsSync(manifest))
    throw new InputError(`${source} is not built.`, 'Run `btcp build` there, then publish.');
  const change = await findChangeSinceBuild(loaded.config);
  if (change !== undefined)
    throw new InputError(
      `The build of ${source} is stale: ${change} after it.`,
      'Run `btcp build` there, then publish.',
    );
  return relative(cwd, manifest);
}
