import type { JsonSchemaObject } from '@btcp/core';
import { compileSchema } from '@btcp/schema/compile';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flattenSchema } from './web-mcp-binding.ts';

const text = { type: 'string', description: 'A text.' };
const [a, b] = [text, { type: 'integer', minimum: 1 }];
const closed = { additionalProperties: false };

const FLAT: readonly (readonly [what: string, schema: JsonSchemaObject, flat: object])[] = [
  [
    'unions of objects, and what all parts demand',
    {
      type: 'object',
      properties: {
        a,
        b: {
          type: 'object',
          properties: { a },
          oneOf: [{ properties: { b }, required: ['b'], ...closed }, { properties: { c: text } }],
        },
        c: { allOf: [{ properties: { a, b }, required: ['a'] }, { properties: { b: { maximum: 9 } } }] },
      },
      required: ['a'],
    },
    {
      type: 'object',
      properties: { a, b: { type: 'object', properties: { a } }, c: {} },
      required: ['a'],
    },
  ],
  [
    'keywords of its author',
    { type: 'object', properties: { a: { ...text, 'x-mcp-header': 'A' } }, 'x-order': 1, ...closed },
    { type: 'object', properties: { a } },
  ],
  [
    'a union of values, a type of two, items and limits',
    {
      type: 'object',
      properties: {
        a: { anyOf: [text, { type: 'null' }] },
        b: { type: ['string', 'null'] },
        c: { type: 'array', items: { enum: ['s', 't'] }, minItems: 1 },
        d: { enum: ['s', 1] },
      },
      required: ['a'],
    },
    {
      type: 'object',
      properties: { a: {}, b: {}, c: { type: 'array', items: { enum: ['s', 't'] } }, d: {} },
      required: ['a'],
    },
  ],
  [
    'references, and a reference to what is around it',
    {
      type: 'object',
      properties: {
        a: { $ref: '#/$defs/A', description: 'Its name.' },
        b: { $ref: '#/$defs/B', maximum: 3 },
        c: { $ref: '#/$defs/C' },
        d: { $ref: '#' },
      },
      $defs: {
        A: { type: 'string', format: 'email', minLength: 1 },
        B: { type: 'integer' },
        C: { type: 'array', items: { $ref: '#/$defs/C' } },
      },
    },
    {
      type: 'object',
      properties: {
        a: { type: 'string', description: 'Its name.', minLength: 1 },
        b: { type: 'integer' },
        c: { type: 'array', items: {} },
        d: {},
      },
    },
  ],
  [
    'a reference at the root',
    { type: 'object', $ref: '#/$defs/R', $defs: { R: { properties: { a }, ...closed } } },
    { type: 'object', properties: { a } },
  ],
  [
    'references to nothing, or elsewhere',
    { type: 'object', properties: { a: { $ref: '#/$defs/No' }, b: { anyOf: [{ $ref: 'x.json' }] } } },
    { type: 'object', properties: { a: {}, b: {} } },
  ],
];

describe('flattenSchema', () => {
  it.each(FLAT)('writes %s', (_what, schema, flat) => {
    expect(flattenSchema(schema)).toEqual(flat);
  });

  it('stays small where references multiply', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, n) => [
        `D${n}`,
        { properties: { a: { $ref: `#/$defs/D${n + 1}` }, b: { $ref: `#/$defs/D${n + 1}` } } },
      ]),
    );
    const flat = flattenSchema({ type: 'object', properties: { a: { $ref: '#/$defs/D0' } }, $defs });
    expect(JSON.stringify(flat).length).toBeLessThan(1_000_000);
  });

  it('accepts all that the original accepts', () => {
    const pairs = FLAT.filter(([what]) => !what.includes('elsewhere')).map(([what, schema]) => ({
      what,
      original: compileSchema(schema),
      flat: compileSchema(flattenSchema(schema)),
    }));
    const leaf = fc.constantFrom<unknown>('s', 'x', 'y', '', 0, 1, 9, null, ['s'], []);
    const value = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd', 'kind'), leaf, { maxKeys: 5 });
    fc.assert(
      fc.property(value, (instance) => {
        const narrower = pairs.filter(({ original, flat }) => original(instance).ok && !flat(instance).ok);
        expect(narrower.map(({ what }) => what)).toEqual([]);
      }),
      { seed: 12, numRuns: 2000 },
    );
  });
});
