import { isObject } from './json-value.ts';
import { pointerKeys } from './pointer-tokens.ts';

/** Sorts by the position of JSON pointers in a value; the sort is stable. */
export function inDocumentOrder<T extends { readonly path: string }>(
  things: readonly T[],
  root: unknown,
): T[] {
  const positions = new Map<object, ReadonlyMap<string, number>>();
  return things
    .map((thing) => ({ thing, ranks: ranksOf(pointerKeys(thing.path), root, positions) }))
    .toSorted((a, b) => compareRanks(a.ranks, b.ranks))
    .map(({ thing }) => thing);
}

// The index of the child that each token of the pointer names.
function ranksOf(
  keys: readonly string[],
  root: unknown,
  positions: Map<object, ReadonlyMap<string, number>>,
): number[] {
  let at: unknown = root;
  return keys.map((key) => {
    if (Array.isArray(at)) {
      at = (at as unknown[])[Number(key)];
      return Number(key);
    }
    if (!isObject(at)) return Infinity;
    const rank = positionsIn(at, positions).get(key) ?? Infinity;
    at = at[key];
    return rank;
  });
}

function positionsIn(
  record: object,
  known: Map<object, ReadonlyMap<string, number>>,
): ReadonlyMap<string, number> {
  let positions = known.get(record);
  if (positions === undefined) {
    positions = new Map(Object.keys(record).map((key, index) => [key, index]));
    known.set(record, positions);
  }
  return positions;
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const x = a[i] ?? 0;
    const y = b[i] ?? 0;
    if (x !== y) return x < y ? -1 : 1;
  }
  return a.length - b.length;
}
