import { BTCPError, holdsNumber, type JsonSchemaObject, parseCallJson } from '@btcp/core';
import { getOwn, isObject } from '@btcp/schema';
import type { JsonObject } from './import-profile.ts';
import { MAX_DEPTH, SchemaView } from './schema-view.ts';

/**
 * Converts the string arguments of a call to the numbers, booleans, arrays and objects of the tool's schema. What may
 * be a string stays one; what cannot be parsed stays one too, for the validator to report.
 *
 * @param schema - The tool's own.
 */
export function coerceStrings(input: JsonObject, schema: JsonSchemaObject): JsonObject {
  return coerceWith(READERS, true, input, schema);
}

/** Reads the strings of a call that stand for objects: JSON where the tool's own schema takes objects, and no strings. */
export function readJsonObjects(input: JsonObject, schema: JsonSchemaObject): JsonObject {
  return coerceWith(
    READERS.filter(([type]) => type === 'object'),
    false,
    input,
    schema,
  );
}

/** Reads the strings of a call that stand for numbers, arrays and objects, where the tool's own schema takes no strings. */
export function readStringified(input: JsonObject, schema: JsonSchemaObject): JsonObject {
  const read = READERS.filter(([type]) => type !== 'boolean' && type !== 'null');
  return coerceWith(read, false, input, schema);
}

function coerceWith(
  readers: readonly Reader[],
  isText: boolean,
  input: JsonObject,
  schema: JsonSchemaObject,
): JsonObject {
  const view = new SchemaView(schema);
  const coerced = new StringCoercer(view, readers, isText).coerce(input, [view.root], 0);
  return isObject(coerced) ? coerced : input;
}

type Reader = readonly [type: string, read: (text: string) => unknown];

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** How a string is parsed as each type. The first type that the schema allows and the string parses as is taken. */
const READERS: readonly Reader[] = [
  ['integer', (text) => asNumber(text, Number.isInteger)],
  ['number', (text) => asNumber(text, Number.isFinite)],
  ['boolean', (text) => (text === 'true' ? true : text === 'false' ? false : undefined)],
  ['null', (text) => (text === 'null' || text === '' ? null : undefined)],
  ['array', (text) => parseAs(text, (value) => Array.isArray(value))],
  ['object', (text) => parseAs(text, isObject)],
];

function asNumber(text: string, isMeant: (value: unknown) => boolean): number | undefined {
  const value = NUMBER.test(text) && holdsNumber(text) ? Number(text) : undefined;
  return isMeant(value) ? value : undefined;
}

function parseAs(text: string, isMeant: (value: unknown) => boolean): unknown {
  try {
    const value = parseCallJson(text, 'An argument');
    return isMeant(value) ? value : undefined;
  } catch (error) {
    if (BTCPError.is(error)) throw error;
    return undefined;
  }
}

class StringCoercer {
  readonly #view: SchemaView;
  readonly #readers: readonly Reader[];
  /** Whether all values are strings, of arrays and objects the elements of XML. */
  readonly #isText: boolean;

  constructor(view: SchemaView, readers: readonly Reader[], isText: boolean) {
    this.#view = view;
    this.#readers = readers;
    this.#isText = isText;
  }

  coerce(value: unknown, schemas: readonly unknown[], depth: number): unknown {
    if (depth > MAX_DEPTH || schemas.length === 0) return value;
    if (typeof value === 'string') return this.#coerceString(value, schemas, depth);
    const meant = this.#isText ? this.#asList(value, schemas) : value;
    const view = this.#view;
    const facets = schemas.flatMap((schema) => [
      ...view.facets(schema),
      ...view.unions(view.facets(schema)).flatMap((branches) => this.#onlyBranch(branches, meant)),
    ]);
    if (Array.isArray(meant)) {
      return meant.map((item, index) => this.coerce(item, view.element(facets, index), depth + 1));
    }
    if (!isObject(meant)) return meant;
    const entries = Object.entries(meant).map(([name, member]): [string, unknown] => [
      name,
      this.coerce(member, view.property(facets, name), depth + 1),
    ]);
    return Object.fromEntries(entries);
  }

  #coerceString(text: string, schemas: readonly unknown[], depth: number): unknown {
    const may = (type: string): boolean => schemas.every((schema) => this.#view.mayBe(schema, type));
    if (may('string')) return text;
    for (const [type, read] of this.#readers) {
      const value = may(type) ? read(text.trim()) : undefined;
      if (value !== undefined) return value;
    }
    if (!this.#isText) return text;
    // An array of one element is written as that element.
    if (!may('array') || text.trim() === '') return text.trim() === '' && may('array') ? [] : text;
    return this.coerce([text], schemas, depth + 1);
  }

  // `<to><item>a</item><item>b</item></to>` is read as an object with one member, and so is an array of one object.
  #asList(value: unknown, schemas: readonly unknown[]): unknown {
    const may = (type: string): boolean => schemas.every((schema) => this.#view.mayBe(schema, type));
    if (!isObject(value) || may('object') || !may('array')) return value;
    const element = this.#view.element(
      schemas.flatMap((schema) => this.#view.facets(schema)),
      0,
    );
    if (this.#isElement(value, element)) return [value];
    const members = Object.values(value);
    return members.length === 1 ? members.flat() : value;
  }

  /** Whether every member of an object is a declared property of the array's elements. */
  #isElement(value: JsonObject, schemas: readonly unknown[]): boolean {
    const facets = schemas.flatMap((schema) => this.#view.facets(schema));
    const described = facets.map((facet) => getOwn(facet, 'properties')).filter(isObject);
    return Object.entries(value).every(
      ([name, member]) =>
        described.some((properties) => Object.hasOwn(properties, name)) &&
        this.#view.property(facets, name).every((schema) => this.#mayMean(member, schema)),
    );
  }

  #onlyBranch(branches: readonly unknown[], value: unknown): readonly JsonObject[] {
    const type = Array.isArray(value) ? 'array' : 'object';
    const possible = branches.filter((branch) => this.#view.mayBe(branch, type));
    const meant = possible.length > 1 ? possible.filter((branch) => this.#mayHold(branch, value)) : possible;
    return meant.length === 1 ? this.#view.facets(meant[0]) : [];
  }

  /** Whether an object has the properties that a branch requires, and only those that it allows. */
  #mayHold(branch: unknown, value: unknown): boolean {
    if (!isObject(value)) return true;
    const facets = this.#view.facets(branch);
    const required = facets
      .flatMap((facet) => getOwn(facet, 'required'))
      .filter((name) => typeof name === 'string');
    return (
      required.every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, member]) =>
        this.#view.property(facets, name).every((schema) => this.#mayMean(member, schema)),
      )
    );
  }

  // Looks one level deep only: nested unions would multiply.
  #mayMean(member: unknown, schema: unknown): boolean {
    if (typeof member !== 'string') {
      return this.#view.mayBe(schema, 'array') || (isObject(member) && this.#view.mayBe(schema, 'object'));
    }
    const read = this.#coerceString(member, [schema], MAX_DEPTH);
    return typeof read === 'object' && read !== null ? true : this.#view.fits(schema, read);
  }
}
