import fc from 'fast-check';

/** Strings that could end a comment, a string or a template, or be mistaken for syntax. */
const HOSTILE = [
  '*/',
  '*/ process.exit(1) /*',
  '`${process.exit(1)}`',
  "'",
  '"',
  '\\',
  '\n\n@deprecated Not really.',
  '// comment',
  '</script>',
  '\u2028',
  '\u202e',
  '\ud800',
  '\u0000',
  '__proto__',
  'constructor',
  'toString',
  'class',
  'default',
  'a-b',
  'ä ö',
  '😀',
  '  two  spaces ',
  '- item\n- item',
  '{@link x}',
  'a @b c',
  '1',
  '',
];

/** A string for a name or a description. */
export const texts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.constantFrom('name', 'count', 'A description of a few words.', 'Two paragraphs.\n\nThe second one.'),
  fc.string({ maxLength: 12 }),
  fc
    .tuple(fc.constantFrom(...HOSTILE), fc.constantFrom(...HOSTILE))
    .map((parts) => `The ${parts.join(' and ')}.`),
);

const annotations = fc.record(
  { title: texts, description: texts, deprecated: fc.boolean(), $comment: texts },
  { requiredKeys: [] },
);

const literals = fc.oneof(texts, fc.integer(), fc.boolean(), fc.constant(null));

/** A schema, in any notation of other formats. */
export const schemas: fc.Arbitrary<object> = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc
    .tuple(
      annotations,
      fc.oneof(
        { maxDepth: 3, depthSize: 'small' },
        fc.constant<object>({}),
        fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null') }),
        fc.constantFrom<object>(
          { type: 'string', minLength: 1, maxLength: 9 },
          { type: 'string', pattern: "^[a-z'`]+$" },
          { type: 'string', format: 'email' },
          { type: 'integer', exclusiveMinimum: 0, multipleOf: 2 },
          { type: ['string', 'null'] },
          { type: 'array' },
          { type: 'object' },
          { type: 'object', properties: {}, required: [], additionalProperties: false },
          { type: 'object', additionalProperties: true },
          { type: 'object', properties: { a: true }, required: ['b'] },
          { type: 'string', nullable: true },
          { not: { type: 'null' } },
          { if: { type: 'string' }, else: { type: 'null' } },
        ),
        literals.map((value) => ({ const: value })),
        fc.uniqueArray(literals, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
        fc
          .uniqueArray(texts, { minLength: 1, maxLength: 4 })
          .map((values) => ({ type: 'string', enum: values })),
        fc.record({ type: fc.constant('array'), items: tie('schema') }),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((items) => ({
          type: 'array',
          prefixItems: items,
          items: false,
          minItems: items.length,
          maxItems: items.length,
        })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((items) => ({ type: 'array', items })),
        fc
          .tuple(fc.dictionary(texts, tie('schema'), { maxKeys: 3 }), fc.boolean())
          .map(([properties, isClosed]) => ({
            type: 'object',
            properties,
            required: Object.keys(properties).slice(0, 1),
            ...(isClosed && { additionalProperties: false }),
          })),
        fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf })),
        fc.array(tie('schema'), { minLength: 1, maxLength: 2 }).map((allOf) => ({ allOf })),
      ),
    )
    .map(([said, schema]) => ({ ...said, ...schema })),
})).schema;
