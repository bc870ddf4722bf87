import type { Conjunction, Node, Term } from './conjunction.ts';

/** Why something is not proven: candidates for a witness. */
export type Candidates = readonly unknown[];

/** Proves that all values that fit some schemas fit another one: `undefined` where that is proven. */
export type Prove = (given: Conjunction, wanted: Term) => Candidates | undefined;

/** Whether all values of one type that fit some schemas fit another one. */
export interface Question {
  readonly given: Conjunction;
  readonly wanted: Node;
  readonly prove: Prove;
}

/** Maximum candidates to keep of one question. */
const MAX_CANDIDATES = 24;

/** The candidates of several questions that must all be proven; `undefined` where all are. */
export function allProven(found: readonly (Candidates | undefined)[]): Candidates | undefined {
  const unproven = found.filter((candidates) => candidates !== undefined);
  return unproven.length === 0 ? undefined : unproven.flat().slice(0, MAX_CANDIDATES);
}

/** Candidates unless a condition holds. */
export const unless = (holds: boolean, candidates: () => Candidates): Candidates | undefined =>
  holds ? undefined : candidates();
