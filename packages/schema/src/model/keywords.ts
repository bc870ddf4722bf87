import { type Limits, limitsOf } from './limits.ts';

/** How a keyword holds subschemas: one, an array, a map, or (older drafts) one of several ways. */
export type SubschemaShape = 'schema' | 'schemas' | 'map' | 'schema-or-schemas' | 'map-of-schemas-or-names';

/** What the value of a keyword is; `SHAPES` has the tests. */
export type KeywordShape =
  | SubschemaShape
  | ('id' | 'anchor' | 'recursive-anchor' | 'text' | 'dialect' | 'reference' | 'vocabularies')
  | ('type' | 'json' | 'list' | 'boolean' | 'names' | 'name-lists' | 'pattern' | 'format')
  | ('number' | 'limit' | 'factor' | 'count');

/**
 * What a keyword does: identifies a schema, refers to another one, annotates, restricts values by itself, or applies
 * its subschemas, to the same value (`in-place`) or to its members (`inside`).
 */
type KeywordRole =
  'name' | 'definitions' | 'reference' | 'annotation' | 'content' | 'assertion' | 'in-place' | 'inside';

type ValueType = 'string' | 'number' | 'array' | 'object';

export interface Keyword {
  readonly shape: KeywordShape;
  readonly role: KeywordRole;
  /** The only type of values that it applies to. Default: any. */
  readonly type: ValueType | undefined;
}

/** Keywords without subschemas, beside `LIMITS`, that restrict values of one type. */
export const ASSERTIONS = {
  string: { pattern: 'pattern' },
  array: { uniqueItems: 'boolean', minContains: 'count', maxContains: 'count' },
  object: { required: 'names', dependentRequired: 'name-lists' },
} as const;

/** Keywords with one role, about values of one type. */
const group = (
  role: KeywordRole,
  type: ValueType | undefined,
  shapes: Readonly<Record<string, KeywordShape>>,
): [string, Keyword][] => Object.entries(shapes).map(([name, shape]) => [name, { shape, role, type }]);

const limits = (type: keyof Limits): [string, Keyword][] =>
  limitsOf(type).map(([name, { shape }]) => [name, { shape, role: 'assertion', type }]);

/**
 * Every keyword of JSON Schema that has a meaning or a prescribed value, in any draft; the normal form has fewer. The
 * only list of them.
 */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...group('name', undefined, {
    $id: 'id',
    $schema: 'dialect',
    $anchor: 'anchor',
    $dynamicAnchor: 'anchor',
    $recursiveAnchor: 'recursive-anchor',
    $vocabulary: 'vocabularies',
  }),
  ...group('definitions', undefined, { $defs: 'map', definitions: 'map' }),
  ...group('reference', undefined, {
    $ref: 'reference',
    $dynamicRef: 'reference',
    $recursiveRef: 'reference',
  }),
  ...group('annotation', undefined, {
    title: 'text',
    description: 'text',
    default: 'json',
    examples: 'list',
    deprecated: 'boolean',
    readOnly: 'boolean',
    writeOnly: 'boolean',
    $comment: 'text',
  }),
  ...group('content', 'string', {
    contentEncoding: 'text',
    contentMediaType: 'text',
    contentSchema: 'schema',
  }),
  ...group('assertion', undefined, { type: 'type', const: 'json', enum: 'list', format: 'format' }),
  ...limits('number'),
  ...limits('string'),
  ...group('assertion', 'string', ASSERTIONS.string),
  ...limits('array'),
  ...group('assertion', 'array', ASSERTIONS.array),
  ...limits('object'),
  ...group('assertion', 'object', ASSERTIONS.object),
  ...group('in-place', undefined, {
    allOf: 'schemas',
    anyOf: 'schemas',
    oneOf: 'schemas',
    not: 'schema',
    if: 'schema',
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    then: 'schema',
    else: 'schema',
  }),
  ...group('in-place', 'object', { dependencies: 'map-of-schemas-or-names', dependentSchemas: 'map' }),
  ...group('inside', 'object', {
    properties: 'map',
    patternProperties: 'map',
    additionalProperties: 'schema',
    propertyNames: 'schema',
    unevaluatedProperties: 'schema',
  }),
  ...group('inside', 'array', {
    prefixItems: 'schemas',
    items: 'schema-or-schemas',
    additionalItems: 'schema',
    contains: 'schema',
    unevaluatedItems: 'schema',
  }),
]);

/** Keywords that a draft added and that restrict values: older drafts ignore them. */
const ADDED: readonly (readonly [draft: number, keywords: string])[] = [
  [6, 'const contains propertyNames'],
  [7, 'if then else'],
  [
    2019,
    '$anchor $recursiveAnchor $recursiveRef contentSchema dependentRequired dependentSchemas maxContains minContains unevaluatedItems unevaluatedProperties',
  ],
  [2020, '$dynamicAnchor $dynamicRef prefixItems'],
];

/** Keywords that drafts later than one have added: its validators ignore them. */
export const keywordsAfter = (draft: number): readonly string[] =>
  ADDED.flatMap(([since, keywords]) => (since > draft ? keywords.split(' ') : []));

const VOCABULARIES: Readonly<Record<KeywordRole, string>> = {
  name: 'core',
  definitions: 'core',
  reference: 'core',
  annotation: 'meta-data',
  content: 'content',
  assertion: 'validation',
  'in-place': 'applicator',
  inside: 'applicator',
};

/** The last segment of the URI of a keyword's vocabulary in 2020-12. */
export function vocabularyOf(name: string): string | undefined {
  if (name === 'format' || name.startsWith('unevaluated')) return name.replace(/[A-Z].*/, '');
  if (name === '$comment') return 'core';
  const role = KEYWORDS.get(name)?.role;
  return role && VOCABULARIES[role];
}

const namesOf = (isMeant: (keyword: Keyword, name: string) => boolean): readonly string[] =>
  [...KEYWORDS].filter(([name, keyword]) => isMeant(keyword, name)).map(([name]) => name);

const BOUNDING: ReadonlySet<KeywordShape> = new Set<KeywordShape>([
  'number',
  'limit',
  'factor',
  'count',
  'boolean',
]);

const SUBSCHEMA_SHAPES: readonly KeywordShape[] = [
  'schema',
  'schemas',
  'map',
  'schema-or-schemas',
  'map-of-schemas-or-names',
] satisfies SubschemaShape[];

/** Every keyword that holds subschemas, of all drafts. */
export const SUBSCHEMA_KEYWORDS: ReadonlyMap<string, SubschemaShape> = new Map(
  namesOf(({ shape }) => SUBSCHEMA_SHAPES.includes(shape)).map((name) => [
    name,
    KEYWORDS.get(name)?.shape as SubschemaShape, // as filtered
  ]),
);

/** Whether a keyword holds subschemas by name. */
export const isMap = (shape: SubschemaShape | undefined): boolean =>
  shape === 'map' || shape === 'map-of-schemas-or-names';

/** Keywords that bound how large a value is, or how many of it there are. */
export const BOUND_KEYWORDS: readonly string[] = namesOf(
  ({ role, shape }) => role === 'assertion' && BOUNDING.has(shape),
);

export const DEFINITION_KEYWORDS: readonly string[] = namesOf(({ role }) => role === 'definitions');

/** Keywords that refer to another schema. */
export const REFERENCE_KEYWORDS: readonly string[] = namesOf(({ role }) => role === 'reference');

/** Keywords that describe a value but never refuse one. */
export const ANNOTATION_KEYWORDS: readonly string[] = namesOf(({ role }) => role === 'annotation');

const REFUSING: ReadonlySet<KeywordRole> = new Set<KeywordRole>([
  'reference',
  'assertion',
  'in-place',
  'inside',
]);

export function isRestricting(keyword: string): boolean {
  const role = KEYWORDS.get(keyword)?.role;
  return role !== undefined && REFUSING.has(role);
}

/** Keywords that can refuse a value of any type, or choose which values pass; except `type`. */
export const KEYWORDS_OF_ANY_TYPE: readonly string[] = namesOf(
  ({ type, role, shape }, name) =>
    type === undefined && isRestricting(name) && role !== 'inside' && shape !== 'type' && shape !== 'format',
);

/** Whether libraries write a keyword that says nothing: the limits of safe integers, and that names are strings. */
export function saysNothing(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER) ||
    (keyword === 'propertyNames' && JSON.stringify(value) === '{"type":"string"}')
  );
}
