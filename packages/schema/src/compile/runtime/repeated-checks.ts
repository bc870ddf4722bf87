import { report, type Collect } from './raw-error.ts';

type Check = (value: unknown) => boolean;

/** How often one reading of the issues goes into a definition that leads back to itself. */
const MOST_DESCENTS = 1_000;

let known: Map<unknown, Map<unknown, unknown>> | undefined;
let descents = 0;

/** Lets one check, collection or filling, from its root on, remember what it has found out about each value. */
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

/** Runs what relies on `recall`, alone or as a part of what remembers already. */
export function whileRemembering<Result>(run: () => Result): Result {
  return known === undefined ? remembering(run)() : run();
}

/** What a function says of a value that it may be asked for again and again. */
export function recall<Result>(ask: (value: unknown) => Result, value: unknown): Result {
  if (known === undefined || typeof value !== 'object') return ask(value);
  let answers = known.get(ask) as Map<unknown, Result> | undefined;
  if (answers === undefined) known.set(ask, (answers = new Map<unknown, Result>()));
  // A verdict or a value, so never undefined where there is an answer.
  let answer = answers.get(value);
  if (answer === undefined) answers.set(value, (answer = ask(value)));
  return answer;
}

/** The failures of a value against such a definition: all of them, until it has been asked for too often. */
export function descend(collect: Collect, check: Check, value: unknown, path: string): void {
  if (check(value)) return;
  if (++descents > MOST_DESCENTS) report(path, '$ref', undefined, value);
  else collect(value, path);
}
