import { isObject } from './values.ts';
import { report, type Collect } from './raw-error.ts';

type Check = (value: unknown) => boolean;

/** Longer strings share one hash per length, so many of one length would be compared with each other. */
const MAX_LENGTH = 8_000;

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
function whileRemembering<Result>(run: () => Result): Result {
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

// All that `typeof` does not call an object: JSON has no functions.
type Plain = string | number | boolean | bigint | symbol | undefined;

// The key of the whole run, where `recall` memoises by value.
const RUN = {};
const newNumbers = (): Map<string, number> => new Map();

/**
 * The indexes of the first two equal items of an array, or `null` when all differ. Takes linear time, and within
 * `remembering` all arrays together take linear time in the size of the value, however they are nested.
 */
export function repeatedItems(list: readonly unknown[]): readonly [first: number, second: number] | null {
  return whileRemembering(() => {
    const seen = new Map<string | number, number>();
    for (let i = 0; i < list.length; i++) {
      const key = keyOf(list[i]);
      const first = seen.get(key);
      if (first !== undefined) return [first, i];
      seen.set(key, i);
    }
    return null;
  });
}

/** A key that equal JSON values share. */
function keyOf(value: unknown): string | number {
  if (typeof value === 'object') return recall(numberOfObject, value);
  // Prefixed: numbers, and strings of digits, can be chosen to collide in a map.
  const plain = value as Plain;
  const text = typeof plain === 'string' ? `"${plain}` : `${typeof plain} ${String(plain)}`;
  return text.length > MAX_LENGTH ? numberOfText(text) : text;
}

function numberOf(value: unknown): number {
  const key = keyOf(value);
  return typeof key === 'number' ? key : numberOfText(key);
}

function numberOfObject(value: unknown): number {
  if (Array.isArray(value)) return numberOfText(`[${value.map(numberOf).join()}`);
  if (!isObject(value)) return numberOfText('null');
  const entries = Object.keys(value)
    .sort()
    .map((key) => `${numberOf(key)}:${numberOf(value[key])}`);
  return numberOfText(`{${entries.join()}`);
}

function numberOfText(text: string): number {
  const numbers = recall(newNumbers, RUN);
  let key = text;
  while (key.length > MAX_LENGTH) key = `#${chunksOf(key).map(numberOfText).join()}`;
  let number = numbers.get(key);
  if (number === undefined) numbers.set(key, (number = numbers.size));
  return number;
}

function chunksOf(text: string): string[] {
  const chunks: string[] = [];
  for (let at = 0; at < text.length; at += MAX_LENGTH - 1)
    chunks.push(`'${text.slice(at, at + MAX_LENGTH - 1)}`);
  return chunks;
}
