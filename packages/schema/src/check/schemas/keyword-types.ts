/** The type of value that a keyword says something about; it leaves values of other types alone. */
export const KEYWORD_TYPES: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    string: ['minLength', 'maxLength', 'pattern', 'contentEncoding', 'contentMediaType'],
    number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
    array: ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains'],
    object: [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
    ],
  }).flatMap(([type, keywords]) =>
    keywords.map((keyword) => [keyword, type === 'number' ? ['number', 'integer'] : [type]] as const),
  ),
);

/** Keywords that limit which values pass, whatever their type. */
export const CHOOSING_KEYWORDS: readonly string[] = [
  'const',
  'enum',
  '$ref',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
];
