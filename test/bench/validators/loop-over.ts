import type { Timed } from '../support/interleave.ts';

/** How many inputs a loop goes round. A power of two. */
export const INPUT_COUNT = 64;

let loops = 0;

/**
 * Makes a loop that runs a function over inputs and says how long it took, in milliseconds. Every loop is code of its
 * own: in a shared one the contenders would share what the engine learnt of the others. Many inputs, so that nothing
 * can be computed once for all.
 *
 * @param run - Counts as having worked when what it returns is truthy.
 * @throws Error while running when it has not worked for every input.
 */
export function loopOver(run: (input: unknown) => unknown, inputs: readonly unknown[]): Timed {
  const body = `
    // ${loops++}
    let worked = 0;
    const start = performance.now();
    for (let i = 0; i < times; i++) if (run(inputs[i & ${INPUT_COUNT - 1}])) worked++;
    const took = performance.now() - start;
    if (worked !== times) throw new Error('Only ' + worked + ' of ' + times + ' runs worked.');
    return took;`;
  // oxlint-disable-next-line no-new-func -- the only way to a copy of a function that shares nothing with it
  const make = new Function('run', 'inputs', `return (times) => {${body}};`) as (
    run: (input: unknown) => unknown,
    inputs: readonly unknown[],
  ) => Timed;
  return make(run, inputs);
}
