import type { JsonSchemaObject } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toDraft07 } from './to-standard-schema.ts';

const $schema = 'http://json-schema.org/draft-07/schema#';

// A member called `then` would make the object one that `await` waits for.
function condition(test: JsonSchemaObject): JsonSchemaObject {
  return Object.fromEntries(['if', 'then'].map((keyword, index) => [keyword, [test, false][index]]));
}

/** A schema of 2020-12, and the same in draft-07. */
const REWRITTEN: readonly [what: string, schema: JsonSchemaObject, written: JsonSchemaObject][] = [
  [
    'a tuple',
    { prefixItems: [{ type: 'string' }], items: false },
    { items: [{ type: 'string' }], additionalItems: false },
  ],
  ['an open tuple', { prefixItems: [{}] }, { items: [{}] }],
  [
    'a tuple inside a tuple',
    { prefixItems: [{ prefixItems: [{}] }], items: { prefixItems: [true] } },
    { items: [{ items: [{}] }], additionalItems: { items: [true] } },
  ],
  [
    'what is beside a reference',
    { $ref: '#/$defs/A', type: 'string' },
    { type: 'string', allOf: [{ $ref: '#/$defs/A' }] },
  ],
  ['a reference', { items: { $ref: '#/$defs/A' } }, { items: { $ref: '#/$defs/A' } }],
  ['keys that ask for keys', { dependentRequired: { a: ['b'] } }, { dependencies: { a: ['b'] } }],
  [
    'keys that ask for keys and more',
    { dependentRequired: { a: ['b'] }, dependentSchemas: { a: { minProperties: 3 }, c: false } },
    { dependencies: { a: { allOf: [{ minProperties: 3 }], required: ['b'] }, c: false } },
  ],
  [
    'how many must fit',
    { contains: { type: 'null' }, minContains: 2, maxContains: 3 },
    { contains: { type: 'null' } },
  ],
  ['that none must fit', { contains: { type: 'null' }, minContains: 0 }, {}],
  ['what nothing evaluated', { unevaluatedProperties: false, unevaluatedItems: false }, {}],
  [
    'a negation of what can not be said',
    { not: { $ref: '#/$defs/B' }, $defs: { B: { unevaluatedProperties: false } } },
    { $defs: { B: {} } },
  ],
  ['a condition that can not be said', condition({ unevaluatedItems: false }), {}],
  [
    'alternatives that can not be told apart',
    {
      oneOf: [
        { type: 'array', unevaluatedItems: false },
        { type: 'array', minItems: 1 },
      ],
    },
    { allOf: [{ anyOf: [{ type: 'array' }, { type: 'array', minItems: 1 }] }] },
  ],
  [
    'names and data that look like keywords',
    { properties: { prefixItems: { const: { $ref: 1, a: 2 } } } },
    { properties: { prefixItems: { const: { $ref: 1, a: 2 } } } },
  ],
];

describe('toDraft07', () => {
  it.each(REWRITTEN)('writes %s', (_what, schema, written) => {
    const before = structuredClone(schema);
    expect(toDraft07(schema)).toEqual({ $schema, ...written });
    expect(schema).toEqual(before);
  });

  it('never refuses what the original accepts', () => {
    const ajv = new Ajv({ strict: false });
    const $defs = { A: { type: ['string', 'array', 'object'] } };
    const pairs = REWRITTEN.map(([, schema]) => {
      const original = { ...schema, $defs: { ...$defs, ...(schema['$defs'] as object | undefined) } };
      return { accepts: compileSchema(original), written: ajv.compile(toDraft07(original)) };
    });
    const value = fc.jsonValue({ maxDepth: 3 });
    const keyed = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), value);
    fc.assert(
      fc.property(fc.oneof(value, fc.array(value), keyed), (instance) => {
        const narrower = pairs.filter(({ accepts, written }) => accepts(instance).ok && !written(instance));
        expect(narrower.map(({ written }) => written.schema)).toEqual([]);
      }),
      { seed: 7, numRuns: 500 },
    );
  });
});
