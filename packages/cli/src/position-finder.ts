import type { Diagnostic } from '@btcp/core';
import type { TextPlace } from './json-places.ts';

/** Where a range of a text is, as editors count. */
export type TextPosition = Required<Pick<Diagnostic, 'line' | 'column' | 'length'>>;

/** Finds lines and columns in a text; line starts are computed once, as there may be as many places as lines. */
export function positionFinder(text: string): (place: TextPlace) => TextPosition {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ start, length }) => {
    const line = lastNotAbove(starts, start);
    return { line: line + 1, column: start - (starts[line] ?? 0) + 1, length };
  };
}

/** The index of the last of some ascending numbers that is at most a limit; the first one is. */
function lastNotAbove(numbers: readonly number[], limit: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((numbers[middle] ?? Infinity) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
