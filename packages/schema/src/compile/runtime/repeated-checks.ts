import { report, type Collect } from './raw-error.ts';

type Check = (value: unknown) => boolean;

/** How often one reading of the issues goes into a definition that leads back to itself. */
const MOST_DESCENTS = 1_000;

let verdicts: Map<Check, Map<unknown, boolean>> | undefined;
let descents = 0;

/** Lets one check or collection, from its root on, remember what it has found out about each value. */
export function remembering<Given extends readonly unknown[], Result>(
  run: (...given: Given) => Result,
): (...given: Given) => Result {
  return (...given) => {
    verdicts = new Map();
    descents = 0;
    try {
      return run(...given);
    } finally {
      verdicts = undefined;
    }
  };
}

/** The verdict of a check that may be asked for the same value again and again. */
export function recall(check: Check, value: unknown): boolean {
  if (verdicts === undefined || typeof value !== 'object') return check(value);
  let known = verdicts.get(check);
  if (known === undefined) verdicts.set(check, (known = new Map<unknown, boolean>()));
  let verdict = known.get(value);
  if (verdict === undefined) known.set(value, (verdict = check(value)));
  return verdict;
}

/** The failures of a value against such a definition: all of them, until it has been asked for too often. */
export function descend(collect: Collect, check: Check, value: unknown, path: string): void {
  if (check(value)) return;
  if (++descents > MOST_DESCENTS) report(path, '$ref', undefined, value);
  else collect(value, path);
}
