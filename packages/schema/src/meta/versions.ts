import { describeValue } from '../model/find-keyword-issues.ts';

const NUMBER = '(0|[1-9][0-9]*)';
const PRERELEASE = '(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)';
const BUILD = '[0-9A-Za-z-]+';

/** A full version as Semantic Versioning 2.0 defines it, from start to end. */
export const FULL_VERSION: RegExp = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(-${PRERELEASE}(\\.${PRERELEASE})*)?(\\+${BUILD}(\\.${BUILD})*)?$`,
);

/** Whether a version is an earlier one than another, both full semantic versions. */
export const isEarlierVersion = (version: string, than: string): boolean =>
  compareVersions(parseVersion(version), parseVersion(than)) < 0;

export interface Version {
  readonly numbers: readonly number[];
  readonly prerelease: readonly (number | string)[];
}

/** @throws Error where it is no full version. */
export function parseVersion(text: string): Version {
  if (!FULL_VERSION.test(text)) throw new Error(`${describeValue(text)} is no full semantic version.`);
  const [, core = '', prerelease] = /^([0-9.]+)(?:-([^+]+))?/.exec(text) ?? [];
  const parts = prerelease === undefined ? [] : prerelease.split('.');
  return {
    numbers: core.split('.').map(Number),
    prerelease: parts.map((part) => (/^[0-9]+$/.test(part) ? Number(part) : part)),
  };
}

/** As Semantic Versioning, item 11, orders them. */
export function compareVersions(a: Version, b: Version): number {
  const byNumbers = compareParts(a.numbers, b.numbers);
  if (byNumbers !== 0) return byNumbers;
  const [isA, isB] = [a.prerelease.length > 0, b.prerelease.length > 0];
  return isA === isB ? compareParts(a.prerelease, b.prerelease) : isA ? -1 : 1;
}

/** Below, at or above zero; numbers come before words. */
export function compareParts(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (const [index, x] of a.entries()) {
    const y = b[index];
    if (x === y) continue;
    if (y === undefined) return 1;
    if (typeof x === typeof y) return x < y ? -1 : 1;
    return typeof x === 'number' ? -1 : 1;
  }
  return a.length - b.length;
}
