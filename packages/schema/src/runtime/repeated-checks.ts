import { report, type Collect } from './raw-error.ts';

type Check = (value: unknown) => boolean;

/** Longer strings share one hash per length, so many of one length would be compared with each other. */
export const MAX_LENGTH = 8_000;

/** How often one reading of the issues enters a recursive definition. */
const MAX_DESCENTS = 1_000;

let known: Map<unknown, Map<unknown, unknown>> | undefined;
let descents = 0;

/** Memoises results for each value, while one check, collection or filling runs. */
export function remembering<Given extends readonly unknown[], Result>(
  run: (...given: Given) => Result,
): (...given: Given) => Result {
  return (...given) => {
    known = new Map();
    descents = 0;
    try {
      return run(...given);
    } finally {
      known = undefined;
    }
  };
}

/** Runs a function that uses `recall`, in the active memo or a new one. */
export function whileRemembering<Result>(run: () => Result): Result {
  return known === undefined ? remembering(run)() : run();
}

/** The memoised result of a function for an object or array. */
export function recall<Result>(ask: (value: unknown) => Result, value: unknown): Result {
  return typeof value === 'object' ? recallAny(ask, value) : ask(value);
}

/** The memoised result of a function for any value; for one where the references of a schema multiply. */
export function recallAny<Result>(ask: (value: unknown) => Result, value: unknown): Result {
  if (known === undefined || (typeof value === 'string' && value.length > MAX_LENGTH)) return ask(value);
  let answers = known.get(ask) as Map<unknown, Result> | undefined;
  if (answers === undefined) known.set(ask, (answers = new Map<unknown, Result>()));
  // A verdict or a value, so never undefined where there is an answer.
  let answer = answers.get(value);
  if (answer === undefined) answers.set(value, (answer = ask(value)));
  return answer;
}

/** Collects the failures of a value against a recursive definition, until it has been entered too often. */
export function descend(collect: Collect, check: Check, value: unknown, path: string): void {
  if (check(value)) return;
  if (++descents > MAX_DESCENTS) report(path, '$ref', undefined, value);
  else collect(value, path);
}
