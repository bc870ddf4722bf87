import { getOwn, isObject, type MutableObject } from '../json-schema/own-property.ts';
import { formatTest } from './format-test.ts';
import { codePoints } from './runtime/code-points.ts';

/**
 * Whether a value certainly fits a schema, as everyday keywords alone say. What is false may fit all the same: only
 * compiled code can tell. Most examples and defaults fit, and compiling code to run it once takes far longer.
 *
 * @param schema - One that compiles, without patterns that can hang.
 * @param value - Plain JSON.
 */
export function fitsPlainly(schema: unknown, value: unknown): boolean {
  if (!isObject(schema)) return schema === true;
  if (!Object.keys(schema).every((keyword) => TESTS.has(keyword) || SILENT.has(keyword))) return false;
  // In the order of the tests, which try no pattern on what is too long.
  return [...TESTS].every(
    ([keyword, test]) => !Object.hasOwn(schema, keyword) || test(getOwn(schema, keyword), value, schema),
  );
}

/** Keywords that say nothing about whether a value fits. */
const SILENT: ReadonlySet<string> = new Set([
  'default',
  'title',
  'description',
  'examples',
  'deprecated',
  '$id',
  '$comment',
  '$defs',
  'readOnly',
  'writeOnly',
]);

type Test = (given: unknown, value: unknown, schema: Readonly<MutableObject>) => boolean;

const isOfType = (type: unknown, value: unknown): boolean => {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return Number.isFinite(value);
  if (type === 'object') return isObject(value);
  if (type === 'array') return Array.isArray(value);
  return type === 'null' ? value === null : type === typeof value;
};

const limit =
  (holds: (value: number, limit: number) => boolean): Test =>
  (given, value) =>
    typeof value !== 'number' || (typeof given === 'number' && holds(value, given));

const length =
  (holds: (length: number, limit: number) => boolean): Test =>
  (given, value) =>
    typeof value !== 'string' || (typeof given === 'number' && holds(codePoints(value), given));

const size =
  (holds: (size: number, limit: number) => boolean): Test =>
  (given, value) =>
    !Array.isArray(value) || (typeof given === 'number' && holds(value.length, given));

const atLeast = (value: number, least: number): boolean => value >= least;
const atMost = (value: number, most: number): boolean => value <= most;

const TESTS: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['type', (given, value) => [given].flat().some((type) => isOfType(type, value))],
  ['const', (given, value) => given === value],
  ['enum', (given, value) => Array.isArray(given) && given.includes(value)],
  ['minimum', limit(atLeast)],
  ['maximum', limit(atMost)],
  ['exclusiveMinimum', limit((value, least) => value > least)],
  ['exclusiveMaximum', limit((value, most) => value < most)],
  ['minLength', length(atLeast)],
  ['maxLength', length(atMost)],
  ['minItems', size(atLeast)],
  ['maxItems', size(atMost)],
  ['pattern', (given, value) => typeof value !== 'string' || new RegExp(String(given), 'u').test(value)],
  ['format', hasFormat],
  ['required', (given, value) => !isObject(value) || hasAll(given, value)],
  ['properties', (given, value) => !isObject(value) || !isObject(given) || fitAll(given, value)],
  ['additionalProperties', (given, value, schema) => !isObject(value) || othersFit(given, value, schema)],
  ['items', (given, value) => !Array.isArray(value) || value.every((item) => fitsPlainly(given, item))],
  ['anyOf', (given, value) => Array.isArray(given) && given.some((schema) => fitsPlainly(schema, value))],
  ['allOf', (given, value) => Array.isArray(given) && given.every((schema) => fitsPlainly(schema, value))],
]);

function hasFormat(given: unknown, value: unknown): boolean {
  const known = formatTest(String(given));
  return known === undefined || typeof value !== known.type || known.test(value);
}

function hasAll(names: unknown, value: MutableObject): boolean {
  return Array.isArray(names) && names.every((name) => Object.hasOwn(value, String(name)));
}

function fitAll(schemas: MutableObject, value: MutableObject): boolean {
  return Object.keys(schemas).every(
    (name) => !Object.hasOwn(value, name) || fitsPlainly(getOwn(schemas, name), getOwn(value, name)),
  );
}

// `patternProperties`, which would make more of them known, is no everyday keyword.
function othersFit(given: unknown, value: MutableObject, schema: Readonly<MutableObject>): boolean {
  const known = getOwn(schema, 'properties');
  return Object.keys(value).every(
    (name) => (isObject(known) && Object.hasOwn(known, name)) || fitsPlainly(given, getOwn(value, name)),
  );
}
