import { BTCPError, type JsonSchemaObject } from '@btcp/core';
import { holdsNumber, parseCallJson } from '@btcp/core/internal';
import { normalizeSchema } from '@btcp/schema';
import { isObject, getOwn, accepts, jsonTypeOf, resolveRef } from '@btcp/schema/internal';
import type { JsonObject } from './import-profile.ts';
import { typesOf } from '../lower/schemas.ts';

/** What the values of a call may stand for; what cannot be read stays as it is, for the validator to report. */
export interface Reading {
  /** Types that strings are read as, where the tool's own schema takes one and no string. */
  readonly strings?: readonly StringType[];
  /** Whether all values are strings, of arrays and objects the elements of XML. */
  readonly isText?: true;
  /** Whether null stands for an optional property that is absent and may not be null. */
  readonly dropsNulls?: true;
}

type StringType = 'number' | 'boolean' | 'null' | 'array' | 'object';

/** How a string is parsed as each type. The first type that the schema allows and the string parses as is taken. */
const READERS: Readonly<Record<StringType, (text: string) => unknown>> = {
  number: (text) => (NUMBER.test(text) && holdsNumber(text) ? Number(text) : undefined),
  boolean: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  null: (text) => (text === 'null' || text === '' ? null : undefined),
  array: (text) => parseAs(text, (value) => Array.isArray(value)),
  object: (text) => parseAs(text, isObject),
};

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

function parseAs(text: string, isMeant: (value: unknown) => boolean): unknown {
  try {
    const value = parseCallJson(text, 'An argument');
    return isMeant(value) ? value : undefined;
  } catch (error) {
    if (BTCPError.is(error)) throw error;
    return undefined;
  }
}

/** Deeper values stay as they are: the validator has its own limit. */
const MAX_DEPTH = 256;
/** Reads the input of a call as its tool takes it: by the tool's own schema, not by the exported one. */
export function readInput(input: JsonObject, schema: JsonSchemaObject, reading: Reading): JsonObject {
  const view = new SchemaView(schema);
  const read = new InputReader(view, reading).read(input, [view.root], 0);
  return isObject(read) ? read : input;
}

class InputReader {
  readonly #view: SchemaView;
  readonly #reading: Reading;

  constructor(view: SchemaView, reading: Reading) {
    this.#view = view;
    this.#reading = reading;
  }

  /** @param schemas - All that apply to the value. */
  read(value: unknown, schemas: readonly unknown[], depth: number): unknown {
    if (depth > MAX_DEPTH || schemas.length === 0) return value;
    if (typeof value === 'string') return this.#readString(value, schemas, depth);
    const list = this.#reading.isText ? this.#asList(value, schemas) : value;
    if (typeof list !== 'object' || list === null) return list;
    const view = this.#view;
    const facets = schemas.flatMap((schema) => view.facets(schema));
    const meant = view
      .unions(facets)
      .reduce<object>((current, branches) => this.#readByBranch(current, branches, depth), list);
    if (Array.isArray(meant))
      return meant.map((item, index) => this.read(item, view.element(facets, index), depth + 1));
    const entries = Object.entries(meant).flatMap(([name, member]): [string, unknown][] => {
      const own = view.property(facets, name);
      if (member !== null || !this.#reading.dropsNulls) return [[name, this.read(member, own, depth + 1)]];
      const stands = view.isRequired(facets, name) || own.every((schema) => view.fits(schema, null));
      return stands ? [[name, null]] : [];
    });
    return Object.fromEntries(entries);
  }

  #readString(text: string, schemas: readonly unknown[], depth: number): unknown {
    const { strings = [], isText } = this.#reading;
    if (strings.length === 0 || this.#mayBe(schemas, 'string')) return text;
    const trimmed = text.trim();
    for (const type of strings) {
      const value = this.#mayBe(schemas, type) ? READERS[type](trimmed) : undefined;
      if (value !== undefined) return value;
    }
    if (!isText || !this.#mayBe(schemas, 'array')) return text;
    // An array of one element is written as that element.
    return trimmed === '' ? [] : this.read([text], schemas, depth + 1);
  }

  #mayBe(schemas: readonly unknown[], type: string): boolean {
    return schemas.every((schema) => this.#view.mayBe(schema, type));
  }

  // `<to><item>a</item><item>b</item></to>` is read as an object with one member, and so is an array of one object.
  #asList(value: unknown, schemas: readonly unknown[]): unknown {
    if (!isObject(value) || this.#mayBe(schemas, 'object') || !this.#mayBe(schemas, 'array')) return value;
    const own = schemas.flatMap((schema) => this.#view.facets(schema));
    const elements = this.#view.element(own, 0).flatMap((schema) => this.#view.facets(schema));
    const isElement = Object.entries(value).every(([name, member]) => {
      const declared = this.#view.property(elements, name);
      return declared.length > 0 && declared.every((schema) => this.#mayMean(member, schema));
    });
    if (isElement) return [value];
    const members = Object.values(value);
    return members.length === 1 ? members.flat() : value;
  }

  /** The value as the branch reads it that alone can be meant, else the first one that accepts what it reads. */
  #readByBranch(value: object, branches: readonly unknown[], depth: number): object {
    const possible = branches.filter((branch) => this.#mayHold(branch, value));
    for (const branch of possible) {
      // An object stays one, and an array.
      const read = this.read(value, [branch], depth + 1) as object;
      if (possible.length === 1 || this.#view.fits(branch, read)) return read;
    }
    return value;
  }

  /** Whether an object has the properties that a branch requires, and only those that it allows. */
  #mayHold(branch: unknown, value: object): boolean {
    if (!isObject(value)) return this.#view.mayBe(branch, 'array');
    const facets = this.#view.facets(branch);
    return (
      this.#view.mayBe(branch, 'object') &&
      this.#view.required(facets).every((name) => Object.hasOwn(value, name)) &&
      Object.entries(value).every(([name, member]) =>
        this.#view.property(facets, name).every((schema) => this.#mayMean(member, schema)),
      )
    );
  }

  // Looks one level deep only: nested unions would multiply.
  #mayMean(member: unknown, schema: unknown): boolean {
    if (member === null && this.#reading.dropsNulls) return true;
    if (Array.isArray(member)) return this.#view.mayBe(schema, 'array');
    if (isObject(member))
      return this.#mayBe([schema], 'object') || (!!this.#reading.isText && this.#mayBe([schema], 'array'));
    const read = typeof member === 'string' ? this.#readString(member, [schema], MAX_DEPTH) : member;
    return (typeof read === 'object' && read !== null) || this.#view.fits(schema, read);
  }
}

/** Deeper schemas are not looked into. */
const MAX_VIEW_DEPTH = 256;
/** Steps for all questions about one input: branches of recursive unions are asked about at every level. */
const MAX_STEPS = 200_000;

/** Answers what a schema requires of a value, as far as a decoder has to know. */
class SchemaView {
  readonly #root: JsonSchemaObject;
  readonly #budget = { left: MAX_STEPS };

  constructor(schema: JsonSchemaObject) {
    const { schema: normal, issues } = normalizeSchema(schema);
    this.#root = issues.length === 0 && typeof normal === 'object' ? normal : {};
  }

  get root(): JsonSchemaObject {
    return this.#root;
  }

  /** The schema and all that apply to the same value, through `$ref` and `allOf`. */
  facets(schema: unknown): readonly JsonObject[] {
    const found = new Set<JsonObject>();
    const enter = (each: unknown): void => {
      if (!isObject(each) || found.has(each)) return;
      found.add(each);
      const ref = getOwn(each, '$ref');
      if (typeof ref === 'string') enter(resolveRef(this.#root, ref));
      const all = getOwn(each, 'allOf');
      if (Array.isArray(all)) all.forEach(enter);
    };
    enter(schema);
    return [...found];
  }

  /** The schemas of a property; empty where there is none. */
  property(facets: readonly JsonObject[], name: string): readonly unknown[] {
    return facets.flatMap((facet) => {
      const properties = getOwn(facet, 'properties');
      if (isObject(properties) && Object.hasOwn(properties, name)) return [properties[name]];
      const additional = getOwn(facet, 'additionalProperties');
      return additional === undefined ? [] : [additional];
    });
  }

  element(facets: readonly JsonObject[], index: number): readonly unknown[] {
    return facets.flatMap((facet) => {
      const prefix = getOwn(facet, 'prefixItems');
      if (Array.isArray(prefix) && index < prefix.length) return [prefix[index] as unknown];
      const items = getOwn(facet, 'items');
      return items === undefined ? [] : [items];
    });
  }

  /** The branches of each union that applies to the same value. */
  unions(facets: readonly JsonObject[]): readonly (readonly unknown[])[] {
    return facets.flatMap((facet) =>
      ['anyOf', 'oneOf'].flatMap((keyword) => {
        const branches = getOwn(facet, keyword);
        return Array.isArray(branches) ? [branches as readonly unknown[]] : [];
      }),
    );
  }

  required(facets: readonly JsonObject[]): readonly string[] {
    return facets
      .flatMap((facet) => getOwn(facet, 'required'))
      .filter((name): name is string => typeof name === 'string');
  }

  isRequired(facets: readonly JsonObject[], name: string): boolean {
    return this.required(facets).includes(name);
  }

  /**
   * Whether a schema may accept values of a JSON type; true where that is not known.
   *
   * @param type - `null`, `string`, `number` (also of integers), `boolean`, `array` or `object`.
   */
  mayBe(schema: unknown, type: string, depth = 0): boolean {
    if (schema === false) return false;
    if (depth > MAX_VIEW_DEPTH) return true;
    const facets = this.facets(schema);
    return (
      facets.every((facet) => allowsType(facet, type)) &&
      this.unions(facets).every((branches) => branches.some((branch) => this.mayBe(branch, type, depth + 1)))
    );
  }

  /** Whether a schema accepts a value; true where that is not known. */
  fits(schema: unknown, value: unknown): boolean {
    return accepts(schema, value, (ref) => resolveRef(this.#root, ref), this.#budget) !== false;
  }
}

const numeric = (type: string): string => (type === 'integer' ? 'number' : type);

/** Whether a schema's own type and literals allow values of a JSON type. */
function allowsType(schema: JsonObject, type: string): boolean {
  const types = typesOf(schema);
  const literals = Object.hasOwn(schema, 'const') ? [schema['const']] : getOwn(schema, 'enum');
  return (
    (types.length === 0 || types.some((each) => numeric(each) === type)) &&
    (!Array.isArray(literals) || literals.some((value) => jsonTypeOf(value) === type))
  );
}
