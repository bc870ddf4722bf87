import { it } from 'vitest';

/** Whether these are the tests for a release, `npm run test:full`. */
export const isFull = process.env['BTCP_RUNS'] === 'full';

/** Property tests take the most time for the least news, as their seeds are fixed: `npm run test:full` runs all of them. */
const SHARE = isFull ? 1 : 25;

/**
 * The number of a property test's runs: a twenty-fifth of all, unless the environment variable `BTCP_RUNS` is `full`.
 *
 * @param all - The full number, or one that grows with it.
 */
export const runs = (all: number): number => Math.ceil(all / SHARE);

/** Every twenty-fifth of a property test's given cases, unless `BTCP_RUNS` is `full`. */
export const sampled = <Case>(all: readonly Case[]): readonly Case[] =>
  all.filter((_, index) => index % SHARE === 0);

/** A test of a release in a file whose other tests always run: a further case of what one of them shows. */
// oxlint-disable-next-line vitest/no-disabled-tests, vitest/expect-expect -- defines no test
export const full: typeof it = it.runIf(isFull) as typeof it;

/** The newest of versions, which come last; all of them for a release. */
export const newest = <Version>(all: readonly Version[]): readonly Version[] =>
  isFull ? all : all.slice(-1);

/** The first of cases that are alike; all of them for a release. */
export const alike = <Case>(all: readonly Case[], count = 1): readonly Case[] =>
  isFull ? all : all.slice(0, count);
