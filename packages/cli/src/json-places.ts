import type { Diagnostic } from '@btcp/core';
import { holdsNumber } from '@btcp/core/internal';
import { joinPointer } from '@btcp/schema/internal';
import { visit } from 'jsonc-parser';

/** A range of a text, as editors count. */
export type TextPlace = Required<Pick<Diagnostic, 'line' | 'column' | 'length'>>;

export const START: TextPlace = { line: 1, column: 1, length: 1 };

/** A duplicate property name; the last one wins in JavaScript. */
export interface RepeatedName extends TextPlace {
  readonly name: string;
}

export interface RoundedNumber extends TextPlace {
  readonly literal: string;
}

interface JsonPlaces {
  /** By JSON pointer: a property at its name, an element at itself. */
  readonly places: ReadonlyMap<string, TextPlace>;
  readonly repeated: readonly RepeatedName[];
  readonly rounded: readonly RoundedNumber[];
  /** Where JSON ends and something else begins; undefined in valid JSON. */
  readonly error: TextPlace | undefined;
}

/** Deeper values have the place of their ancestor. */
const MAX_DEPTH = 500;

export function findJsonPlaces(text: string): JsonPlaces {
  const places = new Map<string, TextPlace>();
  const repeated: RepeatedName[] = [];
  const rounded: RoundedNumber[] = [];
  const open: Set<string>[] = [];
  let error: TextPlace | undefined;
  /** @returns Whether to go into it. */
  const value = (place: TextPlace, path: readonly (string | number)[]): boolean => {
    const pointer = joinPointer('', ...path.map(String));
    // A property has the place of its name already.
    if (!places.has(pointer)) places.set(pointer, place);
    return path.length < MAX_DEPTH;
  };
  try {
    visit(
      text,
      {
        onObjectBegin(_, length, line, column, path) {
          open.push(new Set());
          return value(placeAt(line, column, length), path());
        },
        onObjectEnd: () => void open.pop(),
        onArrayBegin: (_, length, line, column, path) => value(placeAt(line, column, length), path()),
        onObjectProperty(name, _, length, line, column, path) {
          const names = open.at(-1);
          const place = placeAt(line, column, length);
          if (names?.has(name)) repeated.push({ name, ...place });
          names?.add(name);
          places.set(joinPointer('', ...path().map(String), name), place);
        },
        onLiteralValue(read, start, length, line, column, path) {
          const place = placeAt(line, column, length);
          value(place, path());
          const literal = text.slice(start, start + length);
          if (typeof read === 'number' && !holdsNumber(literal)) rounded.push({ literal, ...place });
        },
        onError: (_code, _, length, line, column) => void (error ??= placeAt(line, column, length)),
      },
      { disallowComments: true },
    );
  } catch (thrown) {
    // The parser calls itself for each level.
    if (!(thrown instanceof RangeError)) throw thrown;
  }
  return { places, repeated, rounded, error };
}

/** From the parser's counts, which begin with 0. */
const placeAt = (line: number, column: number, length: number): TextPlace => ({
  line: line + 1,
  column: column + 1,
  length,
});

/** The place of a value; of a missing one, that of its nearest existing ancestor. */
export function placeOf(places: ReadonlyMap<string, TextPlace>, path: string): TextPlace {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place || at === '') return place ?? START;
  }
}
