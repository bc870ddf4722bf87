import type { CompareConfig } from '@btcp/core';
import {
  compareManifests,
  gate,
  type GateResult,
  isFullVersion,
  type ManifestComparison,
} from '@btcp/schema/compare';
import { ReleaseError } from '../errors.ts';
import type { Release } from './parse-release.ts';

type Compared = Pick<Release, 'name' | 'manifest'>;

/**
 * Compares two releases.
 *
 * @throws ReleaseError where a schema is nested so deeply that it cannot be read.
 */
export const compareReleases = (old: Compared, now: Compared, options: CompareConfig): ManifestComparison =>
  guarded(old, now, () => compareManifests(old.manifest, now.manifest, options));

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
  return guarded(old, now, () => gate(old.manifest, now.manifest, options));
}

function guarded<Result>(old: Compared, now: Compared, compare: () => Result): Result {
  try {
    return compare();
  } catch (error) {
    // The stack is too small for it.
    if (!(error instanceof RangeError)) throw error;
    throw new ReleaseError(`${old.name} or ${now.name} has a schema that is nested too deeply to compare.`);
  }
}
