import type { Conjunction, Node, Term } from './conjunction.ts';

/** Why something is not proven: values that may show that it is wrong. */
export type Doubt = readonly unknown[];

/** Proves that all values that fit some schemas fit another one: nothing where that is proven. */
export type Prove = (given: Conjunction, wanted: Term) => Doubt | undefined;

/** Whether all values of one type that fit some schemas fit another one. */
export interface Question {
  readonly given: Conjunction;
  readonly wanted: Node;
  readonly prove: Prove;
}

/** Doubts that are kept of one question. */
const MOST_DOUBTS = 24;

/** What is doubted of several questions that must all be proven; nothing where all are. */
export function allProven(found: readonly (Doubt | undefined)[]): Doubt | undefined {
  const doubts = found.filter((doubt) => doubt !== undefined);
  return doubts.length === 0 ? undefined : doubts.flat().slice(0, MOST_DOUBTS);
}

/** A doubt unless something holds. */
export const unless = (holds: boolean, doubt: () => Doubt): Doubt | undefined =>
  holds ? undefined : doubt();
