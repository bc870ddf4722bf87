import type { CompareConfig } from '@btcp/core';
import { gate, type GateResult, isFullVersion } from '@btcp/schema/compare';
import { ReleaseError } from '../errors.ts';
import type { Release } from './parse-release.ts';

type Compared = Pick<Release, 'name' | 'manifest'>;

/**
 * Decides whether a release may have its version.
 *
 * @throws ReleaseError where one of the versions is no full semantic version.
 */
export function gateReleases(old: Compared, now: Compared, options: CompareConfig): GateResult {
  for (const { name, manifest } of [old, now])
    if (!isFullVersion(manifest.version))
      throw new ReleaseError(
        `${name} has the version ${JSON.stringify(manifest.version)}, which is no full semantic version.`,
      );
  return gate(old.manifest, now.manifest, options);
}
