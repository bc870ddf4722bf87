import type { Conjunction, Node, Term } from './conjunction.ts';

/** Why something is not proven: candidates for a witness. */
export type Doubt = readonly unknown[];

/** Proves that all values that fit some schemas fit another one: `undefined` where that is proven. */
export type Prove = (given: Conjunction, wanted: Term) => Doubt | undefined;

/** Whether all values of one type that fit some schemas fit another one. */
export interface Question {
  readonly given: Conjunction;
  readonly wanted: Node;
  readonly prove: Prove;
}

/** Maximum candidates to keep of one question. */
const MOST_DOUBTS = 24;

/** The candidates of several questions that must all be proven; `undefined` where all are. */
export function allProven(found: readonly (Doubt | undefined)[]): Doubt | undefined {
  const doubts = found.filter((doubt) => doubt !== undefined);
  return doubts.length === 0 ? undefined : doubts.flat().slice(0, MOST_DOUBTS);
}

/** A doubt unless something holds. */
export const unless = (holds: boolean, doubt: () => Doubt): Doubt | undefined =>
  holds ? undefined : doubt();
