import type { Bump, CompareConfig } from '@btcp/core';
import { shown } from '../check/text/quote.ts';
import { compareParts, compareVersions, FULL_VERSION, parseVersion } from '../meta/versions.ts';
import { type ComparedManifest, compareManifests, type ManifestComparison } from './compare-manifests.ts';
import type { ChangeFinding } from './rules.ts';

/** Whether a release may have its version. */
export interface GateResult extends ManifestComparison {
  readonly ok: boolean;
  /** The lowest version that the changes allow. */
  readonly needed: string;
  /** By how much the version must rise, and for which change; or that it rises enough. */
  readonly message: string;
}

/** What of a release is compared before it is published. */
export interface GatedManifest extends ComparedManifest {
  /** A full semantic version; see `isFullVersion`. */
  readonly version: string;
}

/** Whether a version can be compared. */
export const isFullVersion = (version: string): boolean => FULL_VERSION.test(version);

/**
 * Whether the version of a release rises by at least what its changes require. Below 1.0.0 all shift down by one place:
 * what breaks callers takes a minor, all else a patch. From a prerelease, any later version will do. A tool that no
 * release has deprecated cannot be removed.
 *
 * @param options - As in `btcp.config.ts`.
 */
export function gate(old: GatedManifest, now: GatedManifest, options: CompareConfig = {}): GateResult {
  const comparison = compareManifests(old, now, options);
  const { bump, findings } = comparison;
  const needed = neededVersion(old.version, bump);
  const refused = findings.find(({ id, level }) => id === 'tool-removed-undeprecated' && level === 'deny');
  const isEnough = risesEnough(old.version, now.version, needed, bump);
  const after = `after ${old.version}`;
  const message = !isEnough
    ? `${now.version} is too low ${after}: ${reasonFor(old.version, needed, comparison)}`
    : refused
      ? `${wordsOf(refused)} Release it with \`deprecated: true\` first.`
      : `${now.version} is enough ${after}, with ${bump === 'none' ? 'no' : bump} changes.`;
  return { ...comparison, ok: isEnough && refused === undefined, needed, message };
}

function reasonFor(old: string, needed: string, { bump, findings }: ManifestComparison): string {
  if (bump === 'none') return 'versions only rise.';
  const worst = findings.filter((each) => each.bump === bump);
  const others = worst.length - 1;
  const more = others > 0 ? ` There ${others === 1 ? 'is' : 'are'} ${others} more like it.` : '';
  const least = parseVersion(old).prerelease.length > 0 ? 'a later version, such as' : 'at least';
  return `a ${bump} change needs ${least} ${needed}. ${worst.slice(0, 1).map(wordsOf).join('')}${more}`;
}

const wordsOf = ({ tool, path, message }: ChangeFinding): string =>
  shown(`${tool}${path === '' ? '' : ` at ${path}`}: ${message}`, 300);

const PLACES: readonly Bump[] = ['major', 'minor', 'patch'];

function neededVersion(old: string, bump: Bump | 'none'): string {
  const { numbers, prerelease } = parseVersion(old);
  // What is to become 2.0.0 has promised nothing yet.
  if (bump === 'none' || prerelease.length > 0) return bump === 'none' ? old : numbers.join('.');
  const isInitial = numbers[0] === 0;
  const place = Math.min(PLACES.indexOf(bump) + (isInitial ? 1 : 0), 2);
  return numbers.map((number, at) => (at < place ? number : at === place ? number + 1 : 0)).join('.');
}

function risesEnough(old: string, now: string, needed: string, bump: Bump | 'none'): boolean {
  const [a, b] = [parseVersion(old), parseVersion(now)];
  const rise = compareVersions(b, a);
  if (bump === 'none') return rise >= 0;
  // A prerelease of what is needed will do.
  const isThere = compareParts(b.numbers, parseVersion(needed).numbers) >= 0;
  return rise > 0 && (isThere || a.prerelease.length > 0);
}
