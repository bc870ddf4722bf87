import {
  getOwn,
  isObject,
  mapValues,
  replaceKey,
  type MutableObject,
  setOwn,
  omitKeys,
  pickKeys,
} from '../own-property.ts';
import { equal } from '../../runtime/values.ts';
import { isOfJsonType, jsonTypeOf } from '../json-types.ts';
import { ANNOTATION_KEYWORDS, KEYWORDS_OF_ANY_TYPE } from '../keywords.ts';

/** Draft-07 `dependencies` as `dependentRequired` and `dependentSchemas`. */
export function rewriteDependencies(schema: MutableObject): MutableObject {
  const dependencies = getOwn(schema, 'dependencies');
  if (!isObject(dependencies)) return schema;
  const entries = Object.entries(dependencies);
  const names = Object.fromEntries(entries.filter(([, value]) => Array.isArray(value)));
  const schemas = Object.fromEntries(entries.filter(([, value]) => !Array.isArray(value)));
  // Replaced here to keep the position; merged below with the schema's own.
  const rewritten = replaceKey(schema, 'dependencies', {
    ...(Object.keys(names).length > 0 && { dependentRequired: names }),
    ...(Object.keys(schemas).length > 0 && { dependentSchemas: schemas }),
  });
  merge(rewritten, 'dependentRequired', names, getOwn(schema, 'dependentRequired'), unite);
  merge(rewritten, 'dependentSchemas', schemas, getOwn(schema, 'dependentSchemas'), (a, b) => ({
    allOf: [a, b],
  }));
  return rewritten;
}

function merge(
  target: MutableObject,
  keyword: string,
  added: MutableObject,
  own: unknown,
  both: (own: unknown, added: unknown) => unknown,
): void {
  if (!isObject(own)) return;
  const mine = mapValues(own, (value, key) => (Object.hasOwn(added, key) ? both(value, added[key]) : value));
  target[keyword] = {
    ...mine,
    ...Object.fromEntries(Object.entries(added).filter(([key]) => !Object.hasOwn(own, key))),
  };
}

const unite = (a: unknown, b: unknown): unknown[] => [...new Set([a, b].flat())];

const LIMITS: ReadonlyMap<string, string> = new Map([
  ['exclusiveMinimum', 'minimum'],
  ['exclusiveMaximum', 'maximum'],
]);

/** OpenAPI 3.0's `minimum: 0, exclusiveMinimum: true` as `exclusiveMinimum: 0`; the same for the maximum. */
export function rewriteBooleanLimits(schema: MutableObject): MutableObject {
  const isFlag = (key: string) => typeof getOwn(schema, key) === 'boolean';
  if (![...LIMITS.keys()].some(isFlag)) return schema;
  const exclusive = new Map(
    [...LIMITS].filter(([flag]) => getOwn(schema, flag) === true).map(([a, b]) => [b, a]),
  );
  const rewritten: MutableObject = {};
  for (const [key, value] of Object.entries(schema)) {
    if (!LIMITS.has(key) || !isFlag(key)) setOwn(rewritten, exclusive.get(key) ?? key, value);
  }
  return rewritten;
}

/**
 * A union of literals, `anyOf` of nothing but `const` with its `type`, as `enum`; of one literal as `const`. The type
 * is added where all values have the same one.
 */
export function rewriteLiteralUnions(schema: MutableObject): MutableObject {
  const branches = getOwn(schema, 'anyOf');
  if (!Array.isArray(branches) || Object.hasOwn(schema, 'enum') || Object.hasOwn(schema, 'const'))
    return schema;
  if (!branches.every(isLiteral)) return schema;
  const values = distinct(branches.map((branch) => branch.const));
  const type = uniformType(branches);
  return replaceKey(schema, 'anyOf', {
    ...(type !== undefined && !Object.hasOwn(schema, 'type') && { type }),
    ...(values.length === 1 ? { const: values[0] } : { enum: values }),
  });
}

interface Literal {
  readonly const: unknown;
  readonly type?: string;
}

function isLiteral(branch: unknown): branch is Literal {
  if (!isObject(branch) || !Object.hasOwn(branch, 'const')) return false;
  if (!Object.keys(branch).every((key) => key === 'const' || key === 'type')) return false;
  // A literal that contradicts its `type` accepts nothing, which an `enum` could not express.
  return !Object.hasOwn(branch, 'type') || isOfJsonType(branch['const'], String(branch['type']));
}

function uniformType(branches: readonly Literal[]): string | undefined {
  const types = new Set(branches.map((branch) => jsonTypeOf(branch.const)));
  if (types.size > 1) return undefined;
  return branches.every((branch) => branch.type === 'integer') ? 'integer' : [...types][0];
}

/** JSON values, each once. */
function distinct(values: readonly unknown[]): readonly unknown[] {
  // Of strings and numbers there may be thousands, and a set knows them at once.
  const known = new Set<unknown>();
  return values.filter((value) => {
    const isKnown =
      known.has(value) || (typeof value === 'object' && [...known].some((each) => equal(each, value)));
    known.add(value);
    return !isKnown;
  });
}

/**
 * OpenAPI's `nullable: true` as `anyOf: […, { type: 'null' }]`. It only widens `type`: beside an `enum` or `const`
 * without `null` it changes nothing, and where other keywords restrict the value too, `null` joins the types.
 */
export function rewriteNullable(schema: MutableObject): MutableObject {
  if (!Object.hasOwn(schema, 'nullable')) return schema;
  const rest = omitKeys(schema, ['nullable']);
  if (schema['nullable'] !== true) return rest;
  const types = [getOwn(rest, 'type') ?? []].flat();
  if (types.includes('null')) return rest;
  const isJudgedElsewhere = KEYWORDS_OF_ANY_TYPE.some((key) => Object.hasOwn(rest, key));
  if (types.length === 0 || !isJudgedElsewhere) return orNull(rest);
  return refusesNull(rest) ? rest : { ...rest, type: [...types, 'null'] };
}

function orNull(schema: MutableObject): MutableObject {
  const judged = omitKeys(schema, ANNOTATION_KEYWORDS);
  return { ...pickKeys(schema, ANNOTATION_KEYWORDS), anyOf: [judged, { type: 'null' }] };
}

function refusesNull(schema: MutableObject): boolean {
  const values = getOwn(schema, 'enum');
  const isListed = !Array.isArray(values) || values.includes(null);
  return !isListed || (Object.hasOwn(schema, 'const') && schema['const'] !== null);
}

/** How TypeBox 0.34 and 1 write "any property name". */
const ANY_NAME: ReadonlySet<string> = new Set(['^(.*)$', '^.*$']);

/**
 * A record, `patternProperties` with one pattern for any name, as `additionalProperties`. To a validator the pattern
 * does not match a name with a line break; such names then get the same schema as all others.
 */
export function rewriteRecords(schema: MutableObject): MutableObject {
  const patterns = getOwn(schema, 'patternProperties');
  if (!isObject(patterns) || Object.hasOwn(schema, 'properties')) return schema;
  const [entry, ...more] = Object.entries(patterns);
  if (entry === undefined || more.length > 0 || !ANY_NAME.has(entry[0])) return schema;
  // The previous value of `additionalProperties` applies to no name.
  const others = omitKeys(schema, ['additionalProperties']);
  return replaceKey(others, 'patternProperties', { additionalProperties: entry[1] });
}

/** Keywords that can be merged; others could mean less, or more, outside of their own schema. */
const MERGEABLE: ReadonlySet<string> = new Set([
  'type',
  'required',
  'properties',
  'title',
  'description',
  '$comment',
]);

/** Keywords that can cover properties, so that `unevaluatedProperties` is not the same as `additionalProperties`. */
const COVERING = [
  '$ref',
  'anyOf',
  'oneOf',
  'if',
  'dependentSchemas',
  'patternProperties',
  'additionalProperties',
];

/**
 * Merges an `allOf` of nothing but object schemas into the schema around it, so that exactly the same values pass. The
 * `allOf` is kept where a part or the whole is closed by `additionalProperties`, where two parts describe one property
 * differently, and where a part has other keywords.
 */
export function mergeIntersections(schema: MutableObject): MutableObject {
  const parts = getOwn(schema, 'allOf');
  if (!Array.isArray(parts) || parts.length === 0 || !parts.every(isMergeable)) return schema;
  if (!isOpenObject(schema)) return schema;
  const properties = mergeProperties([schema, ...parts]);
  if (properties === undefined) return schema;
  const merged = {
    ...onlyTexts(schema, parts),
    ...([schema, ...parts].some((part) => Object.hasOwn(part, 'type')) && { type: 'object' }),
    ...mergeRequired([schema, ...parts]),
    ...(Object.keys(properties).length > 0 && { properties }),
  };
  const added = omitKeys(merged, Object.keys(schema));
  return closeMerged({ ...replaceKey(schema, 'allOf', added), ...merged });
}

function isMergeable(part: unknown): part is MutableObject {
  return isObject(part) && Object.keys(part).every((key) => MERGEABLE.has(key)) && isObjectType(part);
}

const isObjectType = (schema: MutableObject): boolean =>
  !Object.hasOwn(schema, 'type') || getOwn(schema, 'type') === 'object';

function isOpenObject(schema: MutableObject): boolean {
  const isOpen = !Object.hasOwn(schema, 'additionalProperties') || schema['additionalProperties'] === true;
  return isOpen && isObjectType(schema);
}

/** All properties of the parts, or `undefined` where two parts differ on one. */
function mergeProperties(parts: readonly MutableObject[]): MutableObject | undefined {
  const merged: MutableObject = {};
  for (const part of parts) {
    for (const [name, property] of Object.entries(getOwn(part, 'properties') ?? {})) {
      if (!Object.hasOwn(merged, name)) setOwn(merged, name, property);
      else if (!equal(merged[name], property)) return undefined;
    }
  }
  return merged;
}

function mergeRequired(parts: readonly MutableObject[]): MutableObject {
  const lists = parts.map((part) => getOwn(part, 'required')).filter((list) => Array.isArray(list));
  return lists.length === 0 ? {} : { required: [...new Set(lists.flat())] };
}

/** The title and description of the only part that has them; two would contradict each other. */
function onlyTexts(schema: MutableObject, parts: readonly MutableObject[]): MutableObject {
  const texts: MutableObject = {};
  for (const key of ['title', 'description']) {
    const values = parts.map((part) => getOwn(part, key)).filter((value) => value !== undefined);
    if (values.length === 1 && !Object.hasOwn(schema, key)) texts[key] = values[0];
  }
  return texts;
}

// Nothing else covers properties now, so `unevaluatedProperties` equals the better-known `additionalProperties`.
function closeMerged(schema: MutableObject): MutableObject {
  if (!Object.hasOwn(schema, 'unevaluatedProperties') || COVERING.some((key) => Object.hasOwn(schema, key)))
    return schema;
  return replaceKey(schema, 'unevaluatedProperties', {
    additionalProperties: schema['unevaluatedProperties'],
  });
}
