import { isObject } from '../runtime/is-object.ts';
import type { Dialect, KeywordShape } from './keyword-table.ts';

/** What is wrong with a keyword's value, and what to do. */
export interface ShapeProblem {
  readonly message: string;
  readonly help: string;
}

type ShapeCheck = (value: unknown, keyword: string, dialect: Dialect) => ShapeProblem | undefined;

const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Types of TypeBox and JavaScript that JSON does not have, and what to write instead. */
const NOT_JSON: Readonly<Record<string, string>> = {
  Date: 'Use a string with `format: "date-time"`.',
  Uint8Array: 'Use a string with `contentEncoding: "base64"`.',
  bigint: 'Use an integer, or a string of digits when it may be large.',
  BigInt: 'Use an integer, or a string of digits when it may be large.',
  undefined: 'Leave the property out of `required` instead.',
  void: 'Use "null".',
  symbol: 'Use a string.',
  Function: 'Leave it out: functions cannot be sent.',
  Promise: 'Describe what the promise gives.',
  AsyncIterator: 'Use "array".',
  Iterator: 'Use "array".',
  Constructor: 'Leave it out: classes cannot be sent.',
};

const is =
  (test: (value: unknown) => boolean, what: string): ShapeCheck =>
  (value, keyword) =>
    test(value)
      ? undefined
      : { message: `\`${keyword}\` must be ${what}`, help: `Correct \`${keyword}\`, or remove it.` };

const isString = (value: unknown): value is string => typeof value === 'string';
const isFiniteNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value);
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);
const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString) && new Set(value).size === value.length;

const schema = is(isSchema, 'a schema: an object, `true` or `false`');
const schemas = is((value) => Array.isArray(value) && value.length > 0, 'a list of at least one schema');
const schemaMap = is(isObject, 'an object with a schema for each name');

/** What each shape asks for. Subschemas are checked when they are visited, not here. */
export const SHAPES: Readonly<Record<KeywordShape, ShapeCheck>> = {
  schema,
  schemas,
  schemaMap: (value, keyword, dialect) =>
    schemaMap(value, keyword, dialect) ?? (keyword === 'patternProperties' ? badPatterns(value) : undefined),
  schemaOrSchemas: (value, keyword, dialect) => {
    if (!Array.isArray(value)) return schema(value, keyword, dialect);
    if (dialect === 'draft-07') return schemas(value, keyword, dialect);
    return {
      message: `\`${keyword}\` must be one schema: a list of schemas is draft-07`,
      help: `Rename \`${keyword}\` to \`prefixItems\` and \`additionalItems\` to \`items\`, or set \`$schema\` to draft-07.`,
    };
  },
  dependencies: is(
    (value) => isObject(value) && Object.values(value).every((each) => isSchema(each) || isNames(each)),
    'an object with a schema or a list of names for each name',
  ),
  any: is(isJson, 'JSON'),
  list: is((value) => Array.isArray(value) && isJson(value), 'a list of JSON values'),
  string: is(isString, 'a string'),
  boolean: is((value) => typeof value === 'boolean', '`true` or `false`'),
  number: is(isFiniteNumber, 'a number'),
  positive: is((value) => isFiniteNumber(value) && value > 0, 'a number above 0'),
  count: is((value) => Number.isInteger(value) && (value as number) >= 0, 'a whole number, 0 or more'),
  regex: (value, keyword, dialect) =>
    SHAPES.string(value, keyword, dialect) ?? badPattern(String(value), keyword),
  names: is(isNames, 'a list of different strings'),
  nameLists: is(
    (value) => isObject(value) && Object.values(value).every(isNames),
    'an object with a list of different strings for each name',
  ),
  types: (value) => badTypes(value),
  id: (value, keyword, dialect) => SHAPES.string(value, keyword, dialect) ?? badId(String(value), dialect),
  anchor: is(
    (value) => isString(value) && /^[A-Za-z_][-\w.]*$/.test(value),
    'a name of letters, digits, `-`, `_` and `.`',
  ),
  reference: is(isString, 'a string'),
  vocabularies: is(isObject, 'an object'),
};

function isJson(value: unknown): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (!isObject(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === null || prototype === Object.prototype) && Object.values(value).every(isJson);
}

function badTypes(value: unknown): ShapeProblem | undefined {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value];
  const unknown = types.find((type) => !TYPES.includes(type as string));
  if (unknown !== undefined) {
    const name = typeof unknown === 'string' ? unknown : (JSON.stringify(unknown) ?? typeof unknown);
    const help = Object.hasOwn(NOT_JSON, name) ? NOT_JSON[name] : `Use one of ${TYPES.join(', ')}.`;
    return {
      message: `\`type\` must be a type of JSON, but is ${typeof unknown === 'string' ? JSON.stringify(name) : name}`,
      help: help ?? '',
    };
  }
  if (types.length > 0 && new Set(types).size === types.length) return undefined;
  return {
    message: '`type` must name at least one type, and none twice',
    help: `Use one of ${TYPES.join(', ')}.`,
  };
}

function badPattern(pattern: string, keyword: string): ShapeProblem | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^.*: /s, '') : String(error);
    return {
      message: `\`${keyword}\` is not a valid regular expression: ${reason}`,
      help: 'Correct it; JSON Schema uses the syntax of JavaScript with the `u` flag, where only special characters may be escaped.',
    };
  }
}

function badPatterns(value: unknown): ShapeProblem | undefined {
  if (!isObject(value)) return undefined;
  for (const pattern of Object.keys(value)) {
    const problem = badPattern(pattern, 'patternProperties');
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function badId(id: string, dialect: Dialect): ShapeProblem | undefined {
  if (dialect === 'draft-07' || /^[^#]*#?$/.test(id)) return undefined;
  return {
    message: '`$id` must not have a fragment',
    help: 'Use `$anchor` to name a place within a schema.',
  };
}
