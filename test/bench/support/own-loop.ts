import type { Timed } from './interleave.ts';

/** The number of inputs that a loop iterates over. A power of two. */
export const INPUT_COUNT = 64;

let loops = 0;

/**
 * Makes a loop that runs a function over inputs, awaits what it returns if told to, and says how long that took, in
 * milliseconds. Every loop is code of its own: in a shared one the contenders would share what the engine learnt of
 * the others. Many inputs, so that nothing can be computed once for all.
 *
 * @param run - Has succeeded when its result is truthy.
 * @throws Error while running when it has not succeeded for every input.
 */
export function ownLoop<Input>(
  run: (input: Input) => unknown,
  inputs: readonly Input[],
  { awaits = false }: { readonly awaits?: boolean } = {},
): Timed {
  if (inputs.length !== INPUT_COUNT)
    throw new Error(`A loop needs ${INPUT_COUNT} inputs; got ${inputs.length}.`);
  const result = `${awaits ? 'await ' : ''}run(inputs[i & ${INPUT_COUNT - 1}])`;
  const text = `return ${awaits ? 'async ' : ''}(times) => {
    // ${loops++}
    let worked = 0;
    const start = performance.now();
    for (let i = 0; i < times; i++) if (${result}) worked++;
    const took = performance.now() - start;
    if (worked !== times) throw new Error('Only ' + worked + ' of ' + times + ' runs worked.');
    return took;
  };`;
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- the only way to a copy of a function that shares nothing with it
  const make = new Function('run', 'inputs', text) as (run: unknown, inputs: unknown) => Timed;
  return make(run, inputs);
}
