/** Code points from the first to the second. */
export type CodeRange = readonly [from: number, to: number];

/** The last code point. */
export const LAST = 0x10ffff;

const DIGITS: readonly CodeRange[] = [[48, 57]];
const WORD: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: readonly CodeRange[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];

export const ANY: readonly CodeRange[] = [[0, LAST]];
/** What `.` stands for. */
export const IN_LINE: readonly CodeRange[] = complement(LINE_ENDS);
/** The sets of escapes such as `\d`, by their letter. */
export const CLASSES: ReadonlyMap<string, readonly CodeRange[]> = new Map([
  ['d', DIGITS],
  ['w', WORD],
  ['s', SPACE],
  ['D', complement(DIGITS)],
  ['W', complement(WORD)],
  ['S', complement(SPACE)],
]);

/** Every character outside the ranges. */
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

/** Maximum cached sets: many patterns share the same few. */
const MAX_CACHED = 100;
const known = new Map<string, readonly CodeRange[]>();

/** The characters of a set such as `\p{L}`, found by trying each of them. */
export function triedRanges(source: string): readonly CodeRange[] {
  let ranges = known.get(source);
  if (ranges === undefined) {
    if (known.size >= MAX_CACHED) known.clear();
    known.set(source, (ranges = tryAll(source)));
  }
  return ranges;
}

const SURROGATES: CodeRange = [0xd800, 0xdfff];
const BEHIND_SURROGATES = SURROGATES[1] + 1;
let everyCharacter: string | undefined;

function tryAll(source: string): readonly CodeRange[] {
  everyCharacter ??= charactersUpTo(0, SURROGATES[0] - 1) + charactersUpTo(BEHIND_SURROGATES, LAST);
  const runs = everyCharacter.matchAll(new RegExp(`${source}+`, 'gu'));
  const ranges = Array.from(runs, ({ index, 0: { length } }): CodeRange => [
    codeAt(index),
    codeAt(index + length) - 1,
  ]);
  // Surrogates cannot stand alone in a string of every character; no set distinguishes them.
  return new RegExp(source, 'u').test('\ud800') ? [...ranges, SURROGATES] : ranges;
}

function charactersUpTo(from: number, to: number): string {
  let text = '';
  for (let code = from; code <= to; code++) text += String.fromCodePoint(code);
  return text;
}

/** The character at an index of `everyCharacter`, where those beyond 0xffff take two units. */
function codeAt(index: number): number {
  if (index < SURROGATES[0]) return index;
  const code = index + BEHIND_SURROGATES - SURROGATES[0];
  return code < 0x10000 ? code : 0x10000 + (code - 0x10000) / 2;
}
