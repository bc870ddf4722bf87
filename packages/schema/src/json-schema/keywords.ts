/** Where a keyword holds subschemas: itself, in a list, in a map, or (older drafts) one of several ways. */
export type SubschemaShape = 'schema' | 'schemas' | 'map' | 'schema-or-schemas' | 'map-of-schemas-or-names';

/** Every keyword that holds subschemas, of 2020-12 and of draft-07. */
export const SUBSCHEMA_KEYWORDS: ReadonlyMap<string, SubschemaShape> = new Map<string, SubschemaShape>([
  ['$defs', 'map'],
  ['definitions', 'map'],
  ['additionalItems', 'schema'],
  ['additionalProperties', 'schema'],
  ['allOf', 'schemas'],
  ['anyOf', 'schemas'],
  ['contains', 'schema'],
  ['contentSchema', 'schema'],
  ['dependencies', 'map-of-schemas-or-names'],
  ['dependentSchemas', 'map'],
  ['else', 'schema'],
  ['if', 'schema'],
  ['items', 'schema-or-schemas'],
  ['not', 'schema'],
  ['oneOf', 'schemas'],
  ['patternProperties', 'map'],
  ['prefixItems', 'schemas'],
  ['properties', 'map'],
  ['propertyNames', 'schema'],
  ['then', 'schema'],
  ['unevaluatedItems', 'schema'],
  ['unevaluatedProperties', 'schema'],
]);

/** Keywords that hold definitions. */
export const DEFINITION_KEYWORDS: readonly string[] = ['$defs', 'definitions'];

/** Keywords whose subschemas apply to the very same value as the schema around them. */
export const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
]);

/** Keywords that say something about a value but never refuse one. */
export const ANNOTATION_KEYWORDS: readonly string[] = [
  'title',
  'description',
  'default',
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  '$comment',
];

/** Keywords that can refuse a value of any type; every other one but `type` leaves `null` alone. */
export const KEYWORDS_OF_ANY_TYPE: readonly string[] = [
  '$ref',
  'const',
  'enum',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
];

type DraftStep = 'afterDraft04' | 'afterDraft06' | 'afterDraft07' | 'after2019';

/** Keywords that a draft added to the one before it: validators of older drafts ignore them. */
export const KEYWORDS_ADDED: Readonly<Record<DraftStep, readonly string[]>> = {
  afterDraft04: ['const', 'contains', 'propertyNames'],
  afterDraft06: ['if', 'then', 'else'],
  afterDraft07: [
    '$anchor',
    '$recursiveAnchor',
    '$recursiveRef',
    'contentSchema',
    'dependentRequired',
    'dependentSchemas',
    'maxContains',
    'minContains',
    'unevaluatedItems',
    'unevaluatedProperties',
  ],
  after2019: ['$dynamicAnchor', '$dynamicRef', 'prefixItems'],
};
