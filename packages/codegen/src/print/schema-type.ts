import { isObject as isSchema, limitsOf } from '@btcp/schema/internal';
import { jsDocLines, type DocTag } from './js-doc.ts';
import {
  typeKey,
  type ObjectText,
  type PropertyText,
  type TupleElement,
  type TypeText,
  printTypeText,
} from './print-code.ts';

export type Refer = (ref: string) => TypeText;

export const UNKNOWN: TypeText = { kind: 'text', text: 'unknown' };

const NEVER: TypeText = { kind: 'text', text: 'never' };

/**
 * Converts a schema (2020-12, in normal form) to the type of its values: never narrower than the schema, and
 * wider where TypeScript cannot express a keyword (`pattern`, `not`, `if`).
 *
 * @param isDocumented - Whether its properties have JSDoc.
 */
export function schemaType(schema: unknown, refer: Refer, isDocumented = true): TypeText {
  return new SchemaTyper(refer, isDocumented).type(schema, undefined);
}

type Schema = Readonly<Record<string, unknown>>;

class SchemaTyper {
  readonly #refer: Refer;
  readonly #isDocumented: boolean;

  constructor(refer: Refer, isDocumented: boolean) {
    this.#refer = refer;
    this.#isDocumented = isDocumented;
  }

  /** @param inherited - The `type` of the enclosing schema, which applies to this one too. */
  type(schema: unknown, inherited: unknown): TypeText {
    if (schema === false) return NEVER;
    if (!isSchema(schema)) return UNKNOWN;
    if (schema['not'] === true || isEmptySchema(schema['not'])) return NEVER;
    if (Object.hasOwn(schema, 'const')) return literalType(schema['const']);
    if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literalType));
    const type = schema['type'] ?? inherited;
    const combined = intersection(this.#combinators(schema, type));
    // A bare `type: object` adds nothing to the combined schemas, which inherit it.
    const isBare = type === 'object' && !OBJECT_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
    if (isBare && (combined !== UNKNOWN || schema['type'] === undefined)) return combined;
    return intersection([this.#ofTypes(schema, type), combined]);
  }

  #combinators(schema: Schema, type: unknown): TypeText[] {
    const parts: TypeText[] = [];
    if (typeof schema['$ref'] === 'string') parts.push(this.#refer(schema['$ref']));
    for (const keyword of ['anyOf', 'oneOf']) {
      const branches = schema[keyword];
      if (Array.isArray(branches)) parts.push(union(branches.map((branch) => this.type(branch, type))));
    }
    if (Array.isArray(schema['allOf']))
      parts.push(...schema['allOf'].map((branch) => this.type(branch, type)));
    return parts;
  }

  #ofTypes(schema: Schema, type: unknown): TypeText {
    if (type === undefined) return UNKNOWN;
    return union((Array.isArray(type) ? type : [type]).map((each) => this.#ofType(schema, each)));
  }

  #ofType(schema: Schema, type: unknown): TypeText {
    if (type === 'object') return this.#object(schema);
    if (type === 'array') return this.#array(schema);
    const text = typeof type === 'string' && Object.hasOwn(PRIMITIVES, type) ? PRIMITIVES[type] : undefined;
    return text === undefined ? UNKNOWN : { kind: 'text', text };
  }

  #array(schema: Schema): TypeText {
    const { prefixItems, items, maxItems } = schema;
    if (maxItems === 0) return { kind: 'tuple', elements: [] };
    if (!Array.isArray(prefixItems)) {
      return items === false ? { kind: 'tuple', elements: [] } : arrayOf(this.type(items, undefined));
    }
    const minItems = typeof schema['minItems'] === 'number' ? schema['minItems'] : 0;
    const limit = typeof maxItems === 'number' ? maxItems : Infinity;
    const fixed = prefixItems.slice(0, limit).map((item, i): TupleElement => {
      return i < minItems ? { type: this.type(item, undefined) } : this.#looseElement(item, '?');
    });
    const isClosed = items === false || limit <= prefixItems.length;
    return { kind: 'tuple', elements: isClosed ? fixed : [...fixed, this.#looseElement(items, '...')] };
  }

  // TypeScript resolves an array in an optional or rest element too early to let it be recursive.
  #looseElement(schema: unknown, suffix: '?' | '...'): TupleElement {
    const mayBeRecursive = JSON.stringify(schema)?.includes('"$ref"');
    return { type: mayBeRecursive ? UNKNOWN : this.type(schema, undefined), suffix };
  }

  #object(schema: Schema): ObjectText {
    const given = isSchema(schema['properties']) ? schema['properties'] : {};
    const required = new Set(Array.isArray(schema['required']) ? schema['required'].filter(isString) : []);
    const properties = Object.entries(given).map(([name, property]) =>
      this.#property(name, property, required),
    );
    const index = this.#index(schema, properties.length > 0 || required.size > 0);
    for (const name of required) {
      if (!Object.hasOwn(given, name))
        properties.push({ name, isOptional: false, type: index ?? UNKNOWN, doc: [] });
    }
    return { kind: 'object', properties, index: index && coverProperties(index, properties) };
  }

  #property(name: string, schema: unknown, required: ReadonlySet<string>): PropertyText {
    const { description, title, deprecated } = isSchema(schema) ? schema : {};
    const tags = [
      ...(isSchema(schema) ? constraintTags(schema) : []),
      ...(deprecated === true ? [{ name: 'deprecated' }] : []),
    ];
    const doc = this.#isDocumented ? jsDocLines(description ?? title, tags) : [];
    return { name, isOptional: !required.has(name), type: this.type(schema, undefined), doc };
  }

  #index(schema: Schema, hasProperties: boolean): TypeText | undefined {
    const { additionalProperties, patternProperties } = schema;
    const patterns = isSchema(patternProperties) ? Object.values(patternProperties) : [];
    const types = patterns.map((pattern) => this.type(pattern, undefined));
    if (additionalProperties === false) {
      return types.length > 0 ? union(types) : hasProperties ? undefined : NEVER;
    }
    if (additionalProperties !== undefined)
      return union([...types, this.type(additionalProperties, undefined)]);
    // Other properties are valid, but an index signature would hide misspelt names.
    return hasProperties && types.length === 0 ? undefined : UNKNOWN;
  }
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const OBJECT_KEYWORDS = ['properties', 'required', 'additionalProperties', 'patternProperties'];

/** Widens an index signature, which must include the type of every property. */
function coverProperties(index: TypeText, properties: readonly PropertyText[]): TypeText {
  const undefinedType: TypeText = { kind: 'text', text: 'undefined' };
  const isOptional = properties.some((property) => property.isOptional);
  return union([index, ...properties.map(({ type }) => type), ...(isOptional ? [undefinedType] : [])]);
}

function literalType(value: unknown): TypeText {
  if (typeof value === 'string') return { kind: 'string', value };
  if (typeof value === 'number') return { kind: 'text', text: numberLiteral(value) };
  if (typeof value === 'boolean' || value === null) return { kind: 'text', text: String(value) };
  if (Array.isArray(value))
    return { kind: 'tuple', elements: value.map((item) => ({ type: literalType(item) })) };
  if (!isSchema(value)) return UNKNOWN;
  const properties = Object.entries(value).map(([name, item]) => {
    return { name, isOptional: false, type: literalType(item), doc: [] };
  });
  return { kind: 'object', properties };
}

const numberLiteral = (value: number): string => String(value).replace('e+', 'e');

function arrayOf(element: TypeText): TypeText {
  return { kind: 'array', element };
}

/** Returns the union of types, flat and without duplicates. */
function union(types: readonly TypeText[]): TypeText {
  const [only] = types;
  if (only && types.length === 1) return only;
  const flat = types.flatMap((type) => (type.kind === 'union' ? type.parts : [type]));
  const unique = new Map(flat.filter((type) => type !== NEVER).map((type) => [typeKey(type), type]));
  if (unique.has(typeKey(UNKNOWN))) return UNKNOWN;
  const [first = NEVER, ...rest] = withBoolean([...unique.values()]);
  return rest.length === 0 ? first : { kind: 'union', parts: [first, ...rest] };
}

function withBoolean(types: readonly TypeText[]): readonly TypeText[] {
  const found = ['true', 'false'].map((text) =>
    types.findIndex((type) => type.kind === 'text' && type.text === text),
  );
  if (found.includes(-1)) return types;
  const boolean: TypeText = { kind: 'text', text: 'boolean' };
  return types.flatMap((type, i) => (i === Math.min(...found) ? boolean : found.includes(i) ? [] : type));
}

function intersection(types: readonly TypeText[]): TypeText {
  const known = types.filter((type) => type !== UNKNOWN);
  const [only = UNKNOWN] = known;
  if (known.length < 2) return only;
  const flat = known.flatMap((type) => (type.kind === 'intersection' ? type.parts : [type]));
  if (flat.includes(NEVER)) return NEVER;
  const unique = new Map(flat.map((type) => [typeKey(type), type]));
  const [first = UNKNOWN, ...rest] = unique.values();
  return rest.length === 0 ? first : { kind: 'intersection', parts: [first, ...rest] };
}

const isString = (value: unknown): value is string => typeof value === 'string';

const isEmptySchema = (value: unknown): boolean => isSchema(value) && Object.keys(value).length === 0;

/** Keywords that no type expresses, which become JSDoc tags. */
const DOCUMENTED = [
  'format',
  'pattern',
  ...(['string', 'number', 'array'] as const).flatMap(limitsOf).map(([keyword]) => keyword),
  'uniqueItems',
  'default',
];

const TUPLE_KEYWORDS: ReadonlySet<string> = new Set(['minItems', 'maxItems']);

function constraintTags(schema: Readonly<Record<string, unknown>>): DocTag[] {
  const integer = schema['type'] === 'integer' ? [{ name: 'integer' }] : [];
  // A tuple type states its length.
  const documented = DOCUMENTED.filter(
    (keyword) => Object.hasOwn(schema, keyword) && !(TUPLE_KEYWORDS.has(keyword) && 'prefixItems' in schema),
  );
  return [
    ...integer,
    ...documented.map((keyword) => ({ name: keyword, text: valueText(keyword, schema[keyword]) })),
  ];
}

function valueText(keyword: string, value: unknown): string | undefined {
  if (keyword === 'uniqueItems') return undefined;
  return typeof value === 'string' && keyword !== 'default' ? value : JSON.stringify(value);
}

/**
 * Prints the TypeScript type of the values that a schema allows, without JSDoc.
 *
 * @param typeOf - Returns the name of the type that a `$ref` refers to.
 */
export const printType = (schema: unknown, typeOf: (ref: string) => string): string =>
  printTypeText(schemaType(schema, (ref) => ({ kind: 'text', text: typeOf(ref) }), false));
