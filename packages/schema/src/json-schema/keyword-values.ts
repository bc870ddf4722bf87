import type { SubschemaShape } from './keywords.ts';
import { isObject } from './own-property.ts';

/** What the value of a keyword must be. */
export interface ValueRule {
  /** Completes "must be …". */
  readonly expected: string;
  /** A valid value, as JSON. */
  readonly example: string;
  readonly test: (value: unknown) => boolean;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isNames = (value: unknown): boolean =>
  Array.isArray(value) && value.every(isText) && new Set(value).size === value.length;
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value);

/** Whether a text is a regular expression, in the way that validators read one: with Unicode. */
export function isRegExp(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}

const text: ValueRule = { expected: 'a string', example: '"…"', test: isText };
const truth: ValueRule = {
  expected: 'true or false',
  example: 'true',
  test: (value) => typeof value === 'boolean',
};
const count: ValueRule = { expected: 'a whole number from 0', example: '1', test: isCount };
const number: ValueRule = {
  expected: 'a number',
  example: '1',
  test: (value) => typeof value === 'number',
};
const names: ValueRule = {
  expected: 'an array of strings, each only once',
  example: '["name"]',
  test: isNames,
};
const list: ValueRule = { expected: 'an array', example: '[1, 2]', test: Array.isArray };
const object: ValueRule = { expected: 'an object', example: '{}', test: isObject };
const anchor: ValueRule = {
  expected: 'a name of letters, digits, "_", "-" and "."',
  example: '"node"',
  test: (value) => isText(value) && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value),
};

/** What the values of keywords without subschemas must be, as the meta-schema of 2020-12 has it. */
export const VALUE_RULES: ReadonlyMap<string, ValueRule> = new Map<string, ValueRule>([
  [
    '$id',
    { ...text, expected: 'a string without a fragment', test: (v) => isText(v) && /^[^#]*#?$/.test(v) },
  ],
  ['$schema', { ...text, example: '"https://json-schema.org/draft/2020-12/schema"' }],
  ['$ref', { ...text, example: '"#/$defs/Name"' }],
  ['$dynamicRef', { ...text, example: '"#node"' }],
  ['$anchor', anchor],
  ['$dynamicAnchor', anchor],
  ['$recursiveAnchor', anchor],
  ['$recursiveRef', { ...text, example: '"#"' }],
  ['$comment', text],
  ['$vocabulary', { ...object, test: (v) => isObject(v) && Object.values(v).every(truth.test) }],
  ['enum', list],
  ['multipleOf', { ...number, expected: 'a number above 0', test: (v) => typeof v === 'number' && v > 0 }],
  ['maximum', number],
  ['exclusiveMaximum', number],
  ['minimum', number],
  ['exclusiveMinimum', number],
  ['maxLength', count],
  ['minLength', count],
  [
    'pattern',
    {
      ...text,
      expected: 'a regular expression that compiles with the u flag',
      example: '"^[a-z]+$"',
      test: (v) => isText(v) && isRegExp(v),
    },
  ],
  ['maxItems', count],
  ['minItems', count],
  ['uniqueItems', truth],
  ['maxContains', count],
  ['minContains', count],
  ['maxProperties', count],
  ['minProperties', count],
  ['required', names],
  [
    'dependentRequired',
    {
      expected: 'an object of arrays of strings',
      example: '{ "card": ["address"] }',
      test: (v) => isObject(v) && Object.values(v).every(isNames),
    },
  ],
  ['title', text],
  ['description', text],
  ['deprecated', truth],
  ['readOnly', truth],
  ['writeOnly', truth],
  ['examples', list],
  ['format', { ...text, example: '"date-time"' }],
  ['contentEncoding', text],
  ['contentMediaType', text],
]);

const schema: ValueRule = {
  expected: 'a schema: an object, true or false',
  example: '{ "type": "string" }',
  test: isSchema,
};
const schemaMap: ValueRule = {
  expected: 'an object',
  example: '{ "name": { "type": "string" } }',
  test: isObject,
};
const schemaList: ValueRule = {
  expected: 'an array of at least one schema',
  example: '[{ "type": "string" }]',
  test: (v) => Array.isArray(v) && v.length > 0,
};

/** What the values of keywords with subschemas must be, by the shape of the keyword. */
export const SHAPE_RULES: Readonly<Record<SubschemaShape, ValueRule>> = {
  schema,
  schemas: schemaList,
  map: schemaMap,
  'schema-or-schemas': schema,
  'map-of-schemas-or-names': schemaMap,
};

/** What older drafts and OpenAPI let these keywords be, beside what 2020-12 does. */
export const TOLERATED_VALUES: ReadonlyMap<string, (value: unknown) => boolean> = new Map<
  string,
  (value: unknown) => boolean
>([
  ['$id', isText],
  ['$recursiveAnchor', truth.test],
  ['items', Array.isArray],
  ['exclusiveMaximum', truth.test],
  ['exclusiveMinimum', truth.test],
]);

/** Whether a value is a list of names, each only once. */
export const isNameList: (value: unknown) => boolean = isNames;
