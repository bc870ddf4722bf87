import fc from 'fast-check';

/** A schema as JSON. */
export type AnySchema = Readonly<Record<string, unknown>>;

const name = fc.constantFrom('a', 'b', 'kind', 'größe', 'constructor', '__proto__');
const literal = fc.constantFrom<unknown>('a', 'b', '', 0, 1, 2.5, true, false, null);
const small = fc.integer({ min: 0, max: 3 });

/** An object with some of the members. */
const some = (members: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<AnySchema> =>
  fc.record(members, { requiredKeys: [] });

/** An object with arbitrary keys, even `__proto__`. */
const dictionary = (value: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc
    .uniqueArray(fc.tuple(name, value), { selector: ([key]) => key, maxLength: 3 })
    .map((entries) => Object.fromEntries(entries));

const annotated = (schema: fc.Arbitrary<AnySchema>): fc.Arbitrary<AnySchema> =>
  fc
    .tuple(
      schema,
      some({
        description: fc.constant('Says what it is.'),
        title: fc.constant('A title'),
        default: fc.constant('a'),
        $comment: fc.constant('a comment'),
      }),
    )
    .map(([body, annotations]) => ({ ...body, ...annotations }));

const text = some({
  minLength: small,
  maxLength: fc.integer({ min: 2, max: 5 }),
  pattern: fc.constantFrom('^a', '[0-9]', '^(?!x)', String.raw`\p{L}`),
  format: fc.constantFrom('email', 'uri', 'date-time', 'uuid'),
  contentEncoding: fc.constant('base64'),
}).map((limits) => ({ type: 'string', ...limits }));

const number = fc
  .tuple(
    fc.constantFrom('integer', 'number'),
    some({
      minimum: fc.constantFrom(-1, 0, 0.5),
      maximum: fc.constantFrom(1, 2, 7.5),
      exclusiveMinimum: fc.constantFrom(-2, 0.5),
      exclusiveMaximum: fc.constantFrom(3, 9.5),
      multipleOf: fc.constantFrom(1, 2, 0.5),
    }),
  )
  .map(([type, limits]) => ({ type, ...limits }));

const literals = fc.oneof(
  fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values })),
  literal.map((value) => ({ const: value })),
  fc.constantFrom({ type: 'string', enum: ['a', 'b'] }, { type: ['string', 'null'], enum: ['a', null] }),
  fc.constantFrom({ type: 'string', const: 'a' }, { enum: [['x'], { y: 1 }, 'a'] }),
);

const simple = fc.oneof(
  text,
  number,
  literals,
  fc.constantFrom(
    { type: 'boolean' },
    { type: 'null' },
    {},
    { minLength: 2 },
    { type: ['string', 'number', 'null'] },
  ),
  fc.constantFrom(
    { type: ['integer', 'null'], minimum: 1 },
    { $ref: '#/$defs/Shared' },
    { $ref: '#/$defs/Union' },
  ),
);

const references = fc.constantFrom(
  { $ref: '#/$defs/Node' },
  { $ref: '#' },
  { $ref: '#/$defs/Shared', description: 'Told.' },
);

const { schema } = fc.letrec<{ schema: AnySchema; below: AnySchema; object: AnySchema }>((tie) => ({
  below: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    { weight: 4, arbitrary: annotated(simple) },
    { weight: 1, arbitrary: references },
    { weight: 5, arbitrary: tie('schema') },
  ),
  object: fc
    .tuple(
      dictionary(tie('below')),
      fc.uniqueArray(name, { maxLength: 2 }),
      some({
        additionalProperties: fc.oneof(fc.boolean(), tie('below')),
        patternProperties: tie('below').map((item) => ({ '^x': item })),
        propertyNames: fc.constant({ maxLength: 8 }),
        minProperties: fc.constant(1),
        maxProperties: fc.constant(3),
        dependentRequired: fc.constant({ a: ['b'] }),
        unevaluatedProperties: fc.constant(false),
      }),
    )
    .map(([properties, required, rest]) => ({ type: 'object', properties, required, ...pickSome(rest) })),
  schema: fc.oneof(
    annotated(tie('object')),
    fc
      .tuple(
        tie('below'),
        some({
          minItems: small,
          maxItems: fc.integer({ min: 1, max: 4 }),
          uniqueItems: fc.boolean(),
          contains: fc.constant({ type: 'string' }),
        }),
      )
      .map(([items, limits]) => ({ type: 'array', items, ...limits })),
    fc.tuple(tie('below'), tie('below')).map((prefixItems) => ({ type: 'array', prefixItems, items: false })),
    fc.constant({ type: 'array' }),
    annotated(fc.array(tie('below'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf }))),
    annotated(fc.array(tie('below'), { minLength: 1, maxLength: 3 }).map((oneOf) => ({ oneOf }))),
    fc
      .array(fc.oneof(tie('below'), tie('object')), { minLength: 1, maxLength: 2 })
      .map((allOf) => ({ allOf })),
    fc
      .tuple(tie('object'), fc.array(tie('object'), { minLength: 1, maxLength: 2 }))
      .map(([object, anyOf]) => ({ ...object, anyOf })),
    fc.tuple(annotated(simple), tie('below')).map(([one, not]) => ({ ...one, not })),
    fc
      .tuple(tie('below'), tie('below'), tie('below'))
      .map((schemas) =>
        Object.fromEntries(['if', 'then', 'else'].map((keyword, index) => [keyword, schemas[index]])),
      ),
  ),
}));

// Half of the keywords, so that several rare ones seldom meet.
const pickSome = (rest: AnySchema): AnySchema =>
  Object.fromEntries(Object.entries(rest).filter((_, index) => index % 3 === 0));

/** Input schemas of tools: all of JSON Schema, including recursion and hostile names. */
export const inputSchemas: fc.Arbitrary<AnySchema> = fc
  .tuple(
    dictionary(fc.oneof({ weight: 5, arbitrary: schema }, { weight: 2, arbitrary: annotated(simple) })),
    fc.uniqueArray(name, { maxLength: 2 }),
    fc.boolean(),
  )
  .map(([properties, required, isClosed]) => ({
    type: 'object',
    properties,
    required: required.filter((each) => Object.hasOwn(properties, each)),
    ...(isClosed && { additionalProperties: false }),
    $defs: {
      Shared: { type: 'string', minLength: 1 },
      Union: { oneOf: [{ type: 'number' }, { type: 'integer' }, { type: 'string', maxLength: 2 }] },
      Node: {
        type: 'object',
        properties: { next: { $ref: '#/$defs/Node' }, value: { type: 'integer' } },
        additionalProperties: false,
      },
    },
  }));
