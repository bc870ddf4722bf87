/** Code points from the first to the second. */
export type CodeRange = readonly [from: number, to: number];

/** A part of a regular expression. */
export type PatternNode =
  /** One character of a set; without ranges where the set is not worked out. */
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[] | undefined }
  | { readonly kind: 'start' | 'end' }
  /** What is not looked into: back references, look-arounds, word boundaries. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'loop'; readonly body: PatternNode; readonly least: number; readonly most: number };

const LAST = 0x10ffff;

/** Whether two sets share a character; false where that is not known. */
export function shareCharacter(a: PatternNode, b: PatternNode): boolean {
  if (a.kind !== 'set' || b.kind !== 'set' || !a.ranges || !b.ranges) return false;
  const others = b.ranges;
  return a.ranges.some(([from, to]) => others.some(([start, end]) => from <= end && start <= to));
}

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

/** Whether a part certainly matches the empty text, and cannot fail. */
export function isOptional(node: PatternNode): boolean {
  switch (node.kind) {
    case 'loop':
      return node.least === 0 || isOptional(node.body);
    case 'sequence':
      return node.parts.every(isOptional);
    case 'choice':
      return node.options.some(isOptional);
    default:
      return false;
  }
}

/** Whether all of a part is understood. */
export function isKnown(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return node.ranges !== undefined && node.ranges.length > 0;
    case 'loop':
      return isKnown(node.body);
    case 'sequence':
      return node.parts.every(isKnown);
    case 'choice':
      return node.options.every(isKnown);
    default:
      return false;
  }
}
