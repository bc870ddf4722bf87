import type { CompareQuestion, CompareTimes } from './children/compare.ts';
import { median } from './support/median.ts';
import type { Bench } from './support/row.ts';
import { runChild } from './support/run-child.ts';

/** Comparing two releases of many tools in a fresh process: none changed, and all changed. */
export const compare: Bench = async ({ quick }) => {
  const question: CompareQuestion = { tools: quick ? 10 : 1000 };
  const times: CompareTimes[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++)
    times.push(await runChild<CompareTimes>('compare', question));
  const variant = `${question.tools} tools`;
  return [
    { limit: 'compare-equal', variant, measured: median(times.map(({ equal }) => equal)) },
    { limit: 'compare-changed', variant, measured: median(times.map(({ changed }) => changed)) },
  ];
};
