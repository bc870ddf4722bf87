/** Code points from the first to the second. */
export type CodeRange = readonly [from: number, to: number];

/** A part of a regular expression. */
export type PatternNode =
  /** One character of a set; without ranges where the set is not worked out, and of `\\p{…}` only the Latin ones. */
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[] | undefined }
  | { readonly kind: 'start' | 'end' }
  /** What reads nothing, or nothing known: back references, look-arounds with what they look for, word boundaries. */
  | { readonly kind: 'unknown'; readonly inner?: PatternNode }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'loop'; readonly body: PatternNode; readonly least: number; readonly most: number };

const LAST = 0x10ffff;

/** Every character but those in the ranges. */
export function complement(ranges: readonly CodeRange[]): CodeRange[] {
  const sorted = [...ranges].sort(([a], [b]) => a - b);
  const left: CodeRange[] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) left.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) left.push([next, LAST]);
  return left;
}
