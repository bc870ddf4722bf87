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

/** Keywords that 2019-09 and 2020-12 added: a draft-07 schema's validator ignores them. */
export const KEYWORDS_AFTER_DRAFT_07: readonly string[] = [
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
  'contentSchema',
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
];
