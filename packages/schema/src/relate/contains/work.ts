/** Steps that remain; proofs are synchronous, so one number serves all that are made within one another. */
let left = Infinity;

class OutOfSteps extends Error {}

/**
 * Limits what proofs may take together: references that are followed, questions whether anything fits, moves of automata.
 * Within another limit, the lower one holds.
 */
export function limitSteps<T>(steps: number, run: () => T): T {
  const before = left;
  left = Math.min(before, steps);
  const begun = left;
  try {
    return run();
  } finally {
    left = before - (begun - left);
  }
}

/** Steps that many proofs share: each may take some of its own, and what is left of these. */
export class SharedSteps {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  run<T>(own: number, run: () => T): T {
    const limit = own + Math.max(0, this.#left);
    return limitSteps(limit, () => {
      const begun = left;
      try {
        return run();
      } finally {
        this.#left -= Math.max(0, begun - left - own);
      }
    });
  }
}

/** Counts steps of a proof. @throws what `unlessTooLong` catches, where none are left. */
export function countSteps(steps: number): void {
  left -= steps;
  if (left < 0) throw new OutOfSteps();
}

/** What a proof returns; `otherwise` where the steps do not suffice for it. */
export function unlessTooLong<T>(otherwise: T, prove: () => T): T {
  try {
    return prove();
  } catch (error) {
    if (error instanceof OutOfSteps) return otherwise;
    throw error;
  }
}
