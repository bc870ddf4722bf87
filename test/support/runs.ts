/** Property tests take the most time for the least news, as their seeds are fixed: `npm run test:full` runs all of them. */
const SHARE = process.env['BTCP_RUNS'] === 'full' ? 1 : 10;

/**
 * The number of a property test's runs: a tenth of all, unless the environment variable `BTCP_RUNS` is `full`.
 *
 * @param all - The full number, or one that grows with it.
 */
export const runs = (all: number): number => Math.ceil(all / SHARE);

/** Every tenth of a property test's given cases, unless `BTCP_RUNS` is `full`. */
export const sampled = <Case>(all: readonly Case[]): readonly Case[] =>
  all.filter((_, index) => index % SHARE === 0);
