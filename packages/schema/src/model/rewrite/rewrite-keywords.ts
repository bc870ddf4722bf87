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
import { equal } from '../../runtime/json-value.ts';
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
  const values = branches.map((branch) => branch.const).reduce<unknown[]>(addOnce, []);
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

const addOnce = (values: unknown[], value: unknown): unknown[] =>
  values.some((known) => equal(known, value)) ? values : [...values, value];

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
