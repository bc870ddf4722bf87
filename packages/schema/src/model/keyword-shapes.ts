import { isRegex } from '../runtime/formats/identifiers.ts';
import type { KeywordShape } from './keywords.ts';
import { isObject } from './own-property.ts';

export interface ValueRule {
  /** Completes "must be …". */
  readonly expected: string;
  /** A valid value, as JSON. */
  readonly example: string;
  readonly test: (value: unknown) => boolean;
  /** What older drafts and OpenAPI also allow. */
  readonly olderTest?: (value: unknown) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTruth = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isSchema = (value: unknown): boolean => isTruth(value) || isObject(value);
const isObjectOf =
  (test: (member: unknown) => boolean) =>
  (value: unknown): boolean =>
    isObject(value) && Object.values(value).every(test);

/** Whether a value is an array of unique names. */
export const isNameList = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;

const text: ValueRule = { expected: 'a string', example: '"…"', test: isText };
const number: ValueRule = { expected: 'a number', example: '1', test: isNumber };
const anchor: ValueRule = {
  expected: 'a name of letters, digits, "_", "-" and "."',
  example: '"node"',
  test: (value) => isText(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
};
const schema: ValueRule = {
  expected: 'a schema: an object, true or false',
  example: '{ "type": "string" }',
  test: isSchema,
};
const map: ValueRule = {
  expected: 'an object',
  example: '{ "name": { "type": "string" } }',
  test: isObject,
};

/**
 * What keywords of each shape must be, as in the meta-schema of 2020-12. Subschemas, and `type`, are checked elsewhere.
 */
export const SHAPES: Readonly<Record<KeywordShape, ValueRule>> = {
  schema,
  schemas: {
    expected: 'an array of at least one schema',
    example: '[{ "type": "string" }]',
    test: (value) => Array.isArray(value) && value.length > 0,
  },
  map,
  'schema-or-schemas': { ...schema, olderTest: Array.isArray },
  'map-of-schemas-or-names': map,
  id: {
    ...text,
    expected: 'a string without a fragment',
    test: (value) => isText(value) && /^[^#]*#?$/.test(value),
    olderTest: isText,
  },
  anchor,
  'recursive-anchor': { ...anchor, olderTest: isTruth },
  text,
  dialect: { ...text, example: '"https://json-schema.org/draft/2020-12/schema"' },
  reference: { ...text, example: '"#/$defs/Name"' },
  vocabularies: { expected: 'an object', example: '{}', test: isObjectOf(isTruth) },
  type: text,
  json: { expected: 'JSON', example: 'null', test: () => true },
  list: { expected: 'an array', example: '[1, 2]', test: Array.isArray },
  boolean: { expected: 'true or false', example: 'true', test: isTruth },
  names: { expected: 'an array of strings, each only once', example: '["name"]', test: isNameList },
  'name-lists': {
    expected: 'an object of arrays of strings',
    example: '{ "card": ["address"] }',
    test: isObjectOf(isNameList),
  },
  pattern: {
    ...text,
    expected: 'a regular expression that compiles with the u flag',
    example: '"^[a-z]+$"',
    test: (value) => isText(value) && isRegex(value),
  },
  format: { ...text, example: '"date-time"' },
  number,
  limit: { ...number, olderTest: isTruth },
  factor: { ...number, expected: 'a number above 0', test: (value) => isNumber(value) && value > 0 },
  count: {
    expected: 'a whole number from 0',
    example: '1',
    test: (value) => Number.isInteger(value) && Number(value) >= 0,
  },
};
