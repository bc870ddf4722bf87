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
