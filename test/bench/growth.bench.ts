import type { GrowthAnswer, GrowthQuestion } from './children/growth.ts';
import { ratio, type Effort } from './support/interleave.ts';
import type { Bench } from './support/row.ts';
import { runChild } from './support/run-child.ts';

const QUICK: Effort = { rounds: 2, slice: 1, warmUp: 1 };
const FULL: Effort = { rounds: 15, slice: 100, warmUp: 300 };

/** Adversarial values in two sizes: how much longer the larger one takes per byte. */
export const growth: Bench = async ({ quick }) => {
  const answer = await runChild<GrowthAnswer>('growth', {
    effort: quick ? QUICK : FULL,
  } satisfies GrowthQuestion);
  return Object.entries(answer).map(([variant, { rounds, bytes }]) => ({
    limit: 'validators-growth',
    variant,
    measured: ratio(rounds, 'large', 'small') / (bytes.large / bytes.small),
    details: `KB: ${Math.round(bytes.small / 1000)} and ${Math.round(bytes.large / 1000)}`,
  }));
};
