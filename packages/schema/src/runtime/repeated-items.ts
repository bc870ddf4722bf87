import { isObject } from './json-value.ts';
import { MAX_LENGTH, recall, whileRemembering } from './repeated-checks.ts';

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
