import { equal, isObject as isSchema } from '@btcp/schema/internal';
import { printDoc } from './js-doc.ts';
import { printJson, printMember, printObject } from './source-text.ts';
import { printType } from './schema-type.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface DefinitionNames {
  typeOf(ref: string): string;
  constantOf(name: string): string | undefined;
  /** Whether a build lets callers leave out what has a default here, so that it needs no `Type.Optional`. */
  readonly isFilled?: boolean;
}

/**
 * Prints a schema in normal form as a TypeBox expression with the same normal form: uses a builder where that is
 * equivalent to the schema, and `Type.Unsafe` elsewhere.
 */
export function printSchema(schema: unknown, names: DefinitionNames): string {
  if (!isSchema(schema)) return printJson(schema);
  const builder = findBuilder(schema);
  return builder ? builder.print(schema, names) : printUnsafe(schema, [], names);
}

/** Prints the schema of an input, whose type must have `type: 'object'`, which `Type.Unsafe` does not declare. */
export function printInputSchema(schema: Schema, names: DefinitionNames): string {
  if (findBuilder(schema)) return printSchema(schema, { ...names, isFilled: true });
  return `{ type: 'object', ...${printUnsafe(schema, ['type'], names)} }`;
}

const findBuilder = (schema: Schema): Builder | undefined => BUILDERS.find((each) => each.fits(schema));

interface Builder {
  /** Whether the builder can express exactly the schema. */
  readonly fits: (schema: Schema) => boolean;
  readonly print: (schema: Schema, names: DefinitionNames) => string;
}

const BUILDERS: readonly Builder[] = [
  simple('String', 'string'),
  simple('Number', 'number'),
  simple('Integer', 'integer'),
  simple('Boolean', 'boolean'),
  simple('Null', 'null'),
  {
    fits: (schema) => Object.keys(schema).every((key) => ANNOTATIONS.has(key)),
    print: (schema, names) => `Type.Unknown(${printOptions(schema, [], names)})`,
  },
  {
    fits: ({ const: value, type }) => isLiteral(value) && type === typeof value,
    print: (schema, names) =>
      call('Literal', printJson(schema['const']), printOptions(schema, ['const', 'type'], names)),
  },
  {
    fits: ({ enum: values, type, ...rest }) =>
      isLiteralList(values) && values.every((value) => typeof value === type) && !hasKeys(rest, JUDGING),
    print: (schema, names) => {
      const branches = (schema['enum'] as readonly unknown[]).map(
        (value) => `Type.Literal(${printJson(value)})`,
      );
      return call('Union', `[${branches.join(', ')}]`, printOptions(schema, ['enum', 'type'], names));
    },
  },
  {
    fits: ({ type, items, ...rest }) => type === 'array' && isSchema(items) && !hasKeys(rest, JUDGING),
    print: (schema, names) =>
      call('Array', printSchema(schema['items'], names), printOptions(schema, ['type', 'items'], names)),
  },
  {
    fits: isTuple,
    print: (schema, names) => {
      const items = (schema['prefixItems'] as readonly unknown[]).map((item) => printSchema(item, names));
      const options = printOptions(schema, ['type', 'prefixItems', 'items', 'minItems', 'maxItems'], names);
      return call('Tuple', `[${items.join(', ')}]`, options);
    },
  },
  {
    fits: isRecord,
    print: (schema, names) => {
      const options = printOptions(schema, ['type', 'additionalProperties'], names);
      return call('Record', 'Type.String()', printSchema(schema['additionalProperties'], names), options);
    },
  },
  { fits: isObject, print: printObjectSchema },
  {
    fits: ({ anyOf, type, ...rest }) =>
      isSchemaList(anyOf) && anyOf.length > 1 && type === undefined && !hasKeys(rest, JUDGING),
    print: (schema, names) => {
      const own = { ...names, isFilled: false };
      const branches = (schema['anyOf'] as readonly unknown[]).map((branch) => printSchema(branch, own));
      return call('Union', `[${branches.join(', ')}]`, printOptions(schema, ['anyOf'], names));
    },
  },
];

/** Keywords that do not constrain values. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
  '$defs',
]);

/** Keywords that constrain values of every type, so that a builder's type would be wrong. */
const JUDGING = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'enum', 'const', 'prefixItems'];

function simple(builder: string, type: string): Builder {
  return {
    fits: (schema) => schema['type'] === type && !hasKeys(schema, JUDGING),
    print: (schema, names) => `Type.${builder}(${printOptions(schema, ['type'], names)})`,
  };
}

function isTuple({ type, prefixItems, items, minItems, maxItems, ...rest }: Schema): boolean {
  if (type !== 'array' || !isSchemaList(prefixItems) || items !== false || hasKeys(rest, JUDGING))
    return false;
  return prefixItems.length > 0 && minItems === prefixItems.length && maxItems === prefixItems.length;
}

function isRecord({ type, additionalProperties, ...rest }: Schema): boolean {
  const others = [...JUDGING, 'properties', 'required', 'patternProperties'];
  return type === 'object' && isSchema(additionalProperties) && !hasKeys(rest, others);
}

function isObject({ type, properties, ...rest }: Schema): boolean {
  return (
    type === 'object' &&
    isSchema(properties) &&
    Object.values(properties).every(isSchema) &&
    !hasKeys(rest, JUDGING)
  );
}

/**
 * Prints `Type.Object`, which derives `required` from the properties that are not optional; any other array is written
 * out. A property with a default is optional in the type, even if an imported schema requires it, unless the build
 * leaves it out of `required`.
 */
function printObjectSchema(schema: Schema, names: DefinitionNames): string {
  const properties = schema['properties'] as Schema;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const written = Object.keys(properties).filter(
    (name) => required.includes(name) && !Object.hasOwn(properties[name] as Schema, 'default'),
  );
  const isFilledIn = (name: string): boolean =>
    names.isFilled === true && !required.includes(name) && hasDefault(properties[name] as Schema);
  const isDerived = written.length > 0 && equal(written, required);
  const members = Object.entries(properties).map(([name, property]) =>
    printProperty(name, property as Schema, written.includes(name) || isFilledIn(name), names),
  );
  const text = members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
  const object = call('Object', text, printOptions(schema, ['type', 'properties', 'required'], names));
  const isImplied = isDerived || schema['required'] === undefined;
  // As an option, `required` would be overridden by the derived one.
  return isImplied ? object : `{ ...${object}, required: ${printJson(required)} }`;
}

function printProperty(name: string, schema: Schema, isRequired: boolean, names: DefinitionNames): string {
  const doc = typeof schema['description'] === 'string' ? printDoc(schema['description']) : undefined;
  const undocumented = Object.entries(schema).filter(([key]) => key !== 'description' || doc === undefined);
  const expression = printSchema(Object.fromEntries(undocumented), names);
  const member = printMember(name, isRequired ? expression : `Type.Optional(${expression})`);
  return doc === undefined ? member : `\n${doc}\n${member}`;
}

// As a build sees it: a constant stays required, because it may discriminate the branches of a union.
const hasDefault = (schema: Schema): boolean =>
  Object.hasOwn(schema, 'default') && !Object.hasOwn(schema, 'const');

function printUnsafe(schema: Schema, done: readonly string[], names: DefinitionNames): string {
  const type = printType(schema, (ref) => names.typeOf(ref));
  return `Type.Unsafe<${type}>(${printOptions(schema, done, names)})`;
}

/** Prints the remaining keywords as an object; an empty string if there are none. */
function printOptions(schema: Schema, done: readonly string[], given: DefinitionNames): string {
  const names = { ...given, isFilled: false };
  const left = Object.entries(schema).filter(([key]) => !done.includes(key));
  if (left.length === 0) return '';
  return printObject(left.map(([key, value]) => [key, printKeyword(key, value, names)]));
}

// Subschemas that shape the type use builders; below other keywords, plain JSON reads better.
function printKeyword(key: string, value: unknown, names: DefinitionNames): string {
  if (key === '$defs' && isSchema(value))
    return printObject(
      Object.entries(value).map(([name, item]) => [name, names.constantOf(name) ?? printJson(item)]),
    );
  const isList = key === 'anyOf' || key === 'oneOf' || key === 'allOf' || key === 'prefixItems';
  if (isList && Array.isArray(value)) return `[${value.map((item) => printSchema(item, names)).join(', ')}]`;
  if (key === 'items' || key === 'additionalProperties') return printSchema(value, names);
  if (key === 'properties' && isSchema(value)) {
    return printObject(Object.entries(value).map(([name, item]) => [name, printSchema(item, names)]));
  }
  return printJson(value);
}

function call(builder: string, ...given: readonly string[]): string {
  return `Type.${builder}(${given.filter((text) => text !== '').join(', ')})`;
}

const isSchemaList = (value: unknown): value is readonly Schema[] =>
  Array.isArray(value) && value.every(isSchema);

const isLiteral = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

function isLiteralList(values: unknown): values is readonly unknown[] {
  return (
    Array.isArray(values) &&
    values.length > 1 &&
    new Set(values).size === values.length &&
    values.every(isLiteral)
  );
}

const hasKeys = (schema: Schema, keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(schema, key));
