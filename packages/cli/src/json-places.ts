import { holdsNumber } from '@btcp/core';
import { joinPointer } from '@btcp/schema';

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
export interface JsonPlaces {
  /** By JSON pointer: a property at its name, an element at itself. */
  readonly places: ReadonlyMap<string, TextPlace>;
  readonly repeated: readonly RepeatedName[];
  readonly rounded: readonly RoundedNumber[];
}

/** Deeper values have the place of their ancestor. */
const MAX_DEPTH = 1000;

const TOKEN = /\s*(?:("[^"\\]*(?:\\.[^"\\]*)*")|([{}[\],:])|([^\s{}[\],:"]+))/y;

/**
 * Finds the places of the values of a JSON text.
 *
 * @param text - Valid JSON.
 */
export function findJsonPlaces(text: string): JsonPlaces {
  const reader = new PlaceReader(text);
  reader.value('', undefined, 0);
  return reader;
}

/** The place of a value; of a missing one, that of its nearest existing ancestor. */
export function placeOf(places: ReadonlyMap<string, TextPlace>, path: string): TextPlace {
  for (let at = path; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const place = places.get(at);
    if (place || at === '') return place ?? { start: 0, length: 1 };
  }
}

interface Token extends TextPlace {
  readonly text: string;
}

class PlaceReader implements JsonPlaces {
  readonly places: Map<string, TextPlace> = new Map();
  readonly repeated: RepeatedName[] = [];
  readonly rounded: RoundedNumber[] = [];
  readonly #text: string;
  #next: Token | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read(0);
  }

  /** @param key - The place of the property's name, if it is one. */
  value(pointer: string, key: TextPlace | undefined, depth: number): void {
    const token = this.#take();
    if (!token) return;
    if (depth <= MAX_DEPTH) this.places.set(pointer, key ?? { start: token.start, length: token.length });
    if (depth > MAX_DEPTH) return this.#skip(token);
    if (token.text === '{') this.#members(pointer, depth);
    else if (token.text === '[') this.#elements(pointer, depth);
    else if (/^[-\d]/.test(token.text) && !holdsNumber(token.text))
      this.rounded.push({ literal: token.text, start: token.start, length: token.length });
  }

  #members(pointer: string, depth: number): void {
    const names = new Set<string>();
    while (this.#next && this.#next.text !== '}') {
      const key = this.#take();
      // The colon.
      this.#take();
      if (!key) return;
      const name = String(JSON.parse(key.text));
      if (names.has(name)) this.repeated.push({ name, start: key.start, length: key.length });
      names.add(name);
      this.value(joinPointer(pointer, name), key, depth + 1);
      if (this.#next?.text === ',') this.#take();
    }
    this.#take();
  }

  #elements(pointer: string, depth: number): void {
    for (let index = 0; this.#next && this.#next.text !== ']'; index++) {
      this.value(`${pointer}/${index}`, undefined, depth + 1);
      if (this.#next?.text === ',') this.#take();
    }
    this.#take();
  }

  #skip({ text }: Token): void {
    let open = text === '{' || text === '[' ? 1 : 0;
    while (open > 0) {
      const token = this.#take();
      if (!token) return;
      if (token.text === '{' || token.text === '[') open++;
      if (token.text === '}' || token.text === ']') open--;
    }
  }

  #take(): Token | undefined {
    const token = this.#next;
    this.#next = token && this.#read(token.start + token.length);
    return token;
  }

  #read(from: number): Token | undefined {
    TOKEN.lastIndex = from;
    const match = TOKEN.exec(this.#text);
    const text = match?.[1] ?? match?.[2] ?? match?.[3];
    return text === undefined
      ? undefined
      : { text, start: TOKEN.lastIndex - text.length, length: text.length };
  }
}
