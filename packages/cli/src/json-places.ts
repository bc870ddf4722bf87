import { type Diagnostic, holdsNumber } from '@btcp/core';
import { joinPointer } from '@btcp/schema';
import { visit } from 'jsonc-parser';

/** A range of a text: offset and length. */
export interface TextPlace {
  readonly start: number;
  readonly length: number;
}

/** A duplicate property name; the last one wins in JavaScript. */
export interface RepeatedName extends TextPlace {
  readonly name: string;
}

/** A number that JavaScript rounds. */
export interface RoundedNumber extends TextPlace {
  readonly literal: string;
}

/** The places of the values of a JSON text. */
interface JsonPlaces {
  /** By JSON pointer: a property at its name, an element at itself. */
  readonly places: ReadonlyMap<string, TextPlace>;
  readonly repeated: readonly RepeatedName[];
  readonly rounded: readonly RoundedNumber[];
  /** Where JSON ends and something else begins; undefined in valid JSON. */
  readonly error: number | undefined;
}

/** Deeper values have the place of their ancestor. */
const MAX_DEPTH = 500;

/** Finds the places of the values of a JSON text. */
export function findJsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, TextPlace>();
  const repeated: RepeatedName[] = [];
  const rounded: RoundedNumber[] = [];
  const open: Set<string>[] = [];
  let error: number | undefined;
  /** @returns Whether to go into it. */
  const value = (start: number, length: number, path: readonly (string | number)[]): boolean => {
    const pointer = joinPointer('', ...path.map(String));
    // A property has the place of its name already.
    if (!places.has(pointer)) places.set(pointer, { start, length });
    return path.length < MAX_DEPTH;
  };
  try {
    visit(
      text,
      {
        onObjectBegin(start, length, _line, _column, path) {
          open.push(new Set());
          return value(start, length, path());
        },
        onObjectEnd: () => void open.pop(),
        onArrayBegin: (start, length, _line, _column, path) => value(start, length, path()),
        onObjectProperty(name, start, length, _line, _column, path) {
          const names = open.at(-1);
          if (names?.has(name)) repeated.push({ name, start, length });
          names?.add(name);
          places.set(joinPointer('', ...path().map(String), name), { start, length });
        },
        onLiteralValue(read, start, length, _line, _column, path) {
          value(start, length, path());
          const literal = text.slice(start, start + length);
          if (typeof read === 'number' && !holdsNumber(literal)) rounded.push({ literal, start, length });
        },
        onError: (_code, start) => void (error ??= start),
      },
      { disallowComments: true },
    );
  } catch (thrown) {
    // The parser calls itself for each level.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return { places, repeated, rounded, error };
}

/** The place of a value; of a missing one, that of its nearest existing ancestor. */
export function placeOf(places: ReadonlyMap<string, TextPlace>, path: string): TextPlace {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place || at === '') return place ?? { start: 0, length: 1 };
  }
}

/** Where a range of a text is, as editors count. */
export type TextPosition = Required<Pick<Diagnostic, 'line' | 'column' | 'length'>>;

/** Finds lines and columns in a text. */
export function positionFinder(text: string): (place: TextPlace) => TextPosition {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ start, length }) => {
    const line = starts.findLastIndex((each) => each <= start);
    return { line: line + 1, column: start - (starts[line] ?? 0) + 1, length };
  };
}
