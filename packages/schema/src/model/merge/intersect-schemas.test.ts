import type { JsonSchema } from '@btcp/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../compile/compile-schema.ts';
import { findRecursiveRefs } from '../references/local-refs.ts';
import { intersectSchemas } from './intersect-schemas.ts';

const nothing = (): undefined => undefined;

describe('intersectSchemas', () => {
  it('combines limits', () => {
    const merged = intersectSchemas(
      [
        { type: 'number', minimum: 1, description: 'first' },
        { type: ['integer', 'null'], minimum: 3, maximum: 9, description: 'second' },
      ],
      nothing,
    );
    expect(merged).toEqual({ type: 'integer', minimum: 3, maximum: 9, description: 'first' });
  });

  it('drops properties that a closed part refuses', () => {
    const closed = { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false };
    const open = { type: 'object', properties: { a: { minLength: 2 }, b: { type: 'number' } } };
    expect(intersectSchemas([closed, open], nothing)).toEqual({
      type: 'object',
      properties: { a: { type: 'string', minLength: 2 } },
      additionalProperties: false,
    });
  });

  it.each<[string, readonly JsonSchema[]]>([
    ['types that exclude each other', [{ type: 'string' }, { type: 'number' }]],
    ['two patterns', [{ pattern: 'a' }, { pattern: 'b' }]],
    [
      'what a closed part does not know, but another requires',
      [
        { type: 'object', properties: {}, additionalProperties: false },
        { type: 'object', properties: { a: {} }, required: ['a'] },
      ],
    ],
    [
      'properties by pattern beside others',
      [{ patternProperties: { '^a': {} } }, { additionalProperties: false }],
    ],
    ['what is unevaluated', [{ unevaluatedProperties: false }, { anyOf: [{ required: ['a'] }] }]],
  ])('gives up on %s', (_, parts) => {
    expect(intersectSchemas(parts, nothing)).toBeUndefined();
  });

  it('accepts exactly what all parts accept', () => {
    const part = fc.constantFrom<JsonSchema>(
      {},
      { type: ['string', 'integer'] },
      { type: 'number', minimum: 1 },
      { enum: ['a', 1, 2] },
      { const: 1 },
      { minLength: 1, maximum: 1 },
      { type: 'object', properties: { a: { type: 'number' } } },
      { properties: { a: { minimum: 1 }, b: { type: 'string' } }, required: ['a'] },
      { type: 'object', properties: { a: {} }, additionalProperties: false },
      { additionalProperties: { type: 'number' } },
      { type: 'array', items: { type: 'number' } },
      { items: { minimum: 1 }, minItems: 1, uniqueItems: true },
      { anyOf: [{ type: 'string' }, { required: ['b'] }] },
      { allOf: [{ minimum: 1 }, { not: { const: 2 } }] },
    );
    const value = fc.constantFrom<unknown>(
      '',
      'a',
      0,
      1,
      2,
      null,
      [],
      [1],
      [1, 1],
      ['a'],
      {},
      { a: 1 },
      { a: 0 },
      { a: 1, b: 'b' },
      { b: 2 },
    );
    fc.assert(
      fc.property(fc.array(part, { minLength: 2, maxLength: 3 }), value, (parts, tried) => {
        const merged = intersectSchemas(parts, nothing);
        fc.pre(merged !== undefined);
        const all = parts.every((each) => compileSchema(each)(tried).ok);
        expect(compileSchema(merged)(tried).ok).toBe(all);
      }),
      { seed: 5, numRuns: 600 },
    );
  });
});

describe('findRecursiveRefs', () => {
  it('finds recursive references, and not references to a recursive schema', () => {
    const node = { properties: { next: { $ref: '#/$defs/Node' } } };
    const root = {
      properties: { a: { $ref: '#/$defs/User' } },
      $defs: { User: { items: { $ref: '#/$defs/Node' } }, Node: node },
    };
    expect([...findRecursiveRefs(root)]).toEqual(['#/$defs/Node']);
  });

  it('ignores unreferenced definitions', () => {
    expect([...findRecursiveRefs({ $defs: { Node: { items: { $ref: '#/$defs/Node' } } } })]).toEqual([]);
  });
});
