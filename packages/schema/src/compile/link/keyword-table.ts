/** What a keyword's value must be; `schema…` shapes hold subschemas. */
export type KeywordShape =
  | 'schema'
  | 'schemas'
  | 'schemaMap'
  | 'schemaOrSchemas'
  | 'dependencies'
  | 'any'
  | 'list'
  | 'string'
  | 'boolean'
  | 'number'
  | 'positive'
  | 'count'
  | 'regex'
  | 'names'
  | 'nameLists'
  | 'types'
  | 'id'
  | 'anchor'
  | 'reference'
  | 'vocabularies';

/** A dialect of JSON Schema that the compiler reads. */
export type Dialect = '2020-12' | 'draft-07';

/** What is known of a keyword. */
export interface Keyword {
  readonly shape: KeywordShape;
  /** The only dialect that has it; absent when both do. */
  readonly only?: Dialect;
  /** The last part of its vocabulary's URI in 2020-12. */
  readonly vocabulary: string;
}

const core = (shape: KeywordShape, only?: Dialect): Keyword => ({
  shape,
  vocabulary: 'core',
  ...(only && { only }),
});
const apply = (shape: KeywordShape, only?: Dialect): Keyword => ({
  shape,
  vocabulary: 'applicator',
  ...(only && { only }),
});
const assert = (shape: KeywordShape, only?: Dialect): Keyword => ({
  shape,
  vocabulary: 'validation',
  ...(only && { only }),
});
const note = (shape: KeywordShape, only?: Dialect): Keyword => ({
  shape,
  vocabulary: 'meta-data',
  ...(only && { only }),
});
const unevaluated: Keyword = { shape: 'schema', vocabulary: 'unevaluated', only: '2020-12' };

/** Every keyword that has a meaning or a prescribed shape. Others are ignored, as JSON Schema says. */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ['$id', core('id')],
  ['$schema', core('string')],
  ['$ref', core('reference')],
  ['$comment', core('string')],
  ['$anchor', core('anchor', '2020-12')],
  ['$dynamicRef', core('reference', '2020-12')],
  ['$dynamicAnchor', core('anchor', '2020-12')],
  ['$vocabulary', core('vocabularies', '2020-12')],
  ['$defs', core('schemaMap', '2020-12')],
  ['definitions', core('schemaMap')],
  ['allOf', apply('schemas')],
  ['anyOf', apply('schemas')],
  ['oneOf', apply('schemas')],
  ['not', apply('schema')],
  ['if', apply('schema')],
  ['then', apply('schema')],
  ['else', apply('schema')],
  ['properties', apply('schemaMap')],
  ['patternProperties', apply('schemaMap')],
  ['additionalProperties', apply('schema')],
  ['propertyNames', apply('schema')],
  ['dependentSchemas', apply('schemaMap', '2020-12')],
  ['dependencies', apply('dependencies')],
  ['prefixItems', apply('schemas', '2020-12')],
  ['items', apply('schemaOrSchemas')],
  ['additionalItems', apply('schema', 'draft-07')],
  ['contains', apply('schema')],
  ['unevaluatedProperties', unevaluated],
  ['unevaluatedItems', unevaluated],
  ['type', assert('types')],
  ['const', assert('any')],
  ['enum', assert('list')],
  ['multipleOf', assert('positive')],
  ['maximum', assert('number')],
  ['exclusiveMaximum', assert('number')],
  ['minimum', assert('number')],
  ['exclusiveMinimum', assert('number')],
  ['maxLength', assert('count')],
  ['minLength', assert('count')],
  ['pattern', assert('regex')],
  ['maxItems', assert('count')],
  ['minItems', assert('count')],
  ['uniqueItems', assert('boolean')],
  ['maxContains', assert('count', '2020-12')],
  ['minContains', assert('count', '2020-12')],
  ['maxProperties', assert('count')],
  ['minProperties', assert('count')],
  ['required', assert('names')],
  ['dependentRequired', assert('nameLists', '2020-12')],
  ['format', { shape: 'string', vocabulary: 'format' }],
  ['title', note('string')],
  ['description', note('string')],
  ['default', note('any')],
  ['deprecated', note('boolean', '2020-12')],
  ['readOnly', note('boolean')],
  ['writeOnly', note('boolean')],
  ['examples', note('list')],
  ['contentEncoding', note('string')],
  ['contentMediaType', note('string')],
  ['contentSchema', note('schema', '2020-12')],
]);

/** What is known of a keyword in a dialect; nothing when the dialect ignores it. */
export function keywordIn(name: string, dialect: Dialect): Keyword | undefined {
  const keyword = KEYWORDS.get(name);
  return keyword !== undefined && (keyword.only ?? dialect) === dialect ? keyword : undefined;
}
