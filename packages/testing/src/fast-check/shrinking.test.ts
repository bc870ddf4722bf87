import { type TObject, type TProperties, Type } from '@sinclair/typebox';
import { defineTool } from '@btcp/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryInput } from './arbitrary-input.ts';

const closed = (properties: TProperties): TObject => Type.Object(properties, { additionalProperties: false });

const ORDER = closed({
  customer: closed({
    name: Type.String({ minLength: 1 }),
    age: Type.Optional(Type.Integer({ minimum: 18 })),
  }),
  lines: Type.Array(
    closed({ sku: Type.String({ pattern: '^[A-Z]{2}-[0-9]{3,5}$' }), count: Type.Integer({ minimum: 1 }) }),
    { minItems: 1, maxItems: 6 },
  ),
});
type Order = Readonly<{ customer: { age?: number }; lines: { sku: string; count: number }[] }>;

const SHAPE = closed({
  shape: Type.Union([
    closed({ kind: Type.Literal('circle'), radius: Type.Number({ exclusiveMinimum: 0 }) }),
    closed({ kind: Type.Literal('box'), sides: Type.Tuple([Type.Number(), Type.Number()]) }),
    closed({ kind: Type.Literal('label'), size: Type.Union([Type.Literal('small'), Type.Literal('large')]) }),
  ]),
  id: Type.Union([Type.String(), Type.Integer(), Type.Null()]),
});
type Shape = Readonly<{ shape: { kind: string; radius?: number; size?: string }; id: unknown }>;

const GRID = closed({
  rows: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 4 }), { minItems: 2 }),
  step: Type.Integer({ multipleOf: 5 }),
});
type Grid = Readonly<{ rows: number[][]; step: number }>;

const ACCOUNT = closed({
  iban: Type.String({ pattern: '^[A-Z]{2}[0-9]{2}[A-Z0-9]{4,10}$' }),
  level: Type.Union([Type.Literal('info'), Type.Literal('warning')]),
});
type Account = Readonly<{ iban: string; level: string }>;

const PARTY = closed({
  when: Type.String({ format: 'date-time' }),
  guests: Type.Array(Type.String({ format: 'email' }), { maxItems: 4 }),
});
type Party = Readonly<{ guests: string[] }>;

/** A property that fails, and its counterexample. */
type Case = readonly [what: string, schema: TObject, holds: (input: never) => boolean, simplest: unknown];

const line = (sku: string, count: number): object => ({ sku, count });
const someone = { name: ' ' };

const CASES: readonly Case[] = [
  [
    'a limit of a nested item',
    ORDER,
    ({ lines }: Order) => lines.every(({ count }) => count <= 10),
    { customer: someone, lines: [line('AA-000', 11)] },
  ],
  [
    'an optional property',
    ORDER,
    ({ customer }: Order) => customer.age === undefined,
    { customer: { name: ' ', age: 18 }, lines: [line('AA-000', 1)] },
  ],
  [
    'a pattern at its longest',
    ORDER,
    ({ lines }: Order) => lines.every(({ sku }) => sku.length < 8),
    { customer: someone, lines: [line('AA-00000', 1)] },
  ],
  [
    'items that have to be equal',
    ORDER,
    ({ lines }: Order) => new Set(lines.map(({ sku }) => sku)).size === lines.length,
    { customer: someone, lines: [line('ZA-909', 1), line('ZA-909', 1)] },
  ],
  ['any member of a union', SHAPE, () => false, { shape: { kind: 'box', sides: [0, 0] }, id: null }],
  [
    'one member of a union',
    SHAPE,
    ({ shape }: Shape) => shape.kind !== 'label',
    { shape: { kind: 'label', size: 'large' }, id: 0 },
  ],
  [
    'a type of several',
    SHAPE,
    ({ id }: Shape) => id !== null,
    { shape: { kind: 'box', sides: [0, 0] }, id: null },
  ],
  [
    'a longer array in an array',
    GRID,
    ({ rows }: Grid) => rows[0]?.length !== 3,
    {
      rows: [
        [0, 0, 0],
        [0, 0],
      ],
      step: 0,
    },
  ],
  [
    'a fraction',
    GRID,
    ({ rows }: Grid) => Number.isInteger(rows[0]?.[0]),
    {
      rows: [
        [3.5, 0],
        [0, 0],
      ],
      step: 0,
    },
  ],
  ['capital letters', ACCOUNT, () => false, { iban: 'AA000000', level: 'info' }],
  [
    'one of some words',
    ACCOUNT,
    ({ level }: Account) => level === 'info',
    { iban: 'AA000000', level: 'warning' },
  ],
  [
    'equal strings of a format',
    PARTY,
    ({ guests }: Party) => new Set(guests).size === guests.length,
    { when: '0000-01-01T00:00:00Z', guests: ['name@example.com', 'name@example.com'] },
  ],
];

describe('counterexamples shrink to', () => {
  it.each(CASES)('%s', (_, inputSchema, holds, simplest) => {
    const tool = defineTool({ inputSchema, capabilities: [], execute: () => null });
    const property = fc.property(arbitraryInput(tool) as fc.Arbitrary<never>, holds);
    expect(fc.check(property, { seed: 3, numRuns: 1000 }).counterexample).toEqual([simplest]);
  });
});
