import { equal } from '../../compile/runtime/equal.ts';
import { ANNOTATION_KEYWORDS } from '../../json-schema/keywords.ts';
import { getOwn, isObject, type MutableObject } from '../../json-schema/own-property.ts';
import { propertiesOf, requiredOf, typesOf } from '../facts/schema-node.ts';
import { safePattern } from '../pattern/safe-pattern.ts';

/** What is known without compiling anything: `undefined` where a keyword is beyond this. */
export type Verdict = boolean | undefined;

type KeywordCheck = (given: unknown, value: unknown, schema: Readonly<MutableObject>) => Verdict;

const forNumbers =
  (test: (value: number, limit: number) => boolean): KeywordCheck =>
  (given, value) =>
    typeof value !== 'number' || typeof given !== 'number' || test(value, given);

const forTexts =
  (test: (length: number, limit: number) => boolean): KeywordCheck =>
  (given, value) =>
    typeof value !== 'string' || typeof given !== 'number' || test(Array.from(value).length, given);

const forLists =
  (test: (length: number, limit: number) => boolean): KeywordCheck =>
  (given, value) =>
    !Array.isArray(value) || typeof given !== 'number' || test(value.length, given);

const KEYWORDS: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  ['type', (_, value, schema) => typesOf(schema)?.some((type) => isOfJsonType(value, type)) ?? true],
  ['const', (given, value) => equal(given, value)],
  ['enum', (given, value) => Array.isArray(given) && given.some((each) => equal(each, value))],
  ['minimum', forNumbers((value, limit) => value >= limit)],
  ['maximum', forNumbers((value, limit) => value <= limit)],
  ['exclusiveMinimum', forNumbers((value, limit) => value > limit)],
  ['exclusiveMaximum', forNumbers((value, limit) => value < limit)],
  ['minLength', forTexts((length, limit) => length >= limit)],
  ['maxLength', forTexts((length, limit) => length <= limit)],
  [
    'pattern',
    (given, value) =>
      typeof value !== 'string' || typeof given !== 'string' || safePattern(given)?.test(value),
  ],
  ['minItems', forLists((length, limit) => length >= limit)],
  ['maxItems', forLists((length, limit) => length <= limit)],
  [
    'required',
    (_, value, schema) => !isObject(value) || requiredOf(schema).every((key) => Object.hasOwn(value, key)),
  ],
  ['properties', (_, value, schema) => acceptsProperties(schema, value)],
  [
    'additionalProperties',
    (given, value, schema) => {
      if (!isObject(value)) return true;
      const others = Object.keys(value).filter((key) => !Object.hasOwn(propertiesOf(schema), key));
      if (others.length === 0 || given === true) return true;
      return given === false && !Object.hasOwn(schema, 'patternProperties') ? false : undefined;
    },
  ],
  ['items', (given, value, schema) => acceptsItems(given, value, schema)],
]);

/** Whether a value passes a schema, where that can be told from the plain keywords alone. */
export function accepts(schema: unknown, value: unknown): Verdict {
  if (typeof schema === 'boolean') return schema;
  if (!isObject(schema)) return undefined;
  let verdict: Verdict = true;
  for (const [keyword, given] of Object.entries(schema)) {
    if (ANNOTATION_KEYWORDS.includes(keyword)) continue;
    const check = KEYWORDS.get(keyword);
    const passes = check === undefined ? undefined : check(given, value, schema);
    if (passes === false) return false;
    if (passes === undefined) verdict = undefined;
  }
  return verdict;
}

/** Whether a value is of a type of JSON Schema. */
export function isOfJsonType(value: unknown, type: string): boolean {
  switch (type) {
    case 'null':
      return value === null;
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'integer':
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}

function acceptsProperties(schema: Readonly<MutableObject>, value: unknown): Verdict {
  if (!isObject(value)) return true;
  return every(
    Object.entries(propertiesOf(schema)).filter(([key]) => Object.hasOwn(value, key)),
    ([key, property]) => accepts(property, getOwn(value, key)),
  );
}

function acceptsItems(items: unknown, value: unknown, schema: Readonly<MutableObject>): Verdict {
  if (!Array.isArray(value) || value.length === 0) return true;
  if (Object.hasOwn(schema, 'prefixItems') || Array.isArray(items)) return undefined;
  return every(value, (each: unknown) => accepts(items, each));
}

function every<T>(list: readonly T[], verdictOf: (each: T) => Verdict): Verdict {
  const verdicts = new Set(list.map(verdictOf));
  return verdicts.has(false) ? false : verdicts.has(undefined) ? undefined : true;
}
