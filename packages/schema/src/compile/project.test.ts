import type { JsonSchemaObject } from '@btcp/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './index.ts';

const closed = (properties: object, more: object = {}): JsonSchemaObject => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
const TEXT = { type: 'string' };
const ROW = closed({ id: { type: 'number' }, due: TEXT }, { required: ['id', 'due'] });
const row = { id: 1, due: '2026-01-31' };
const iban = 'DE02120300000000202051';

/** The projection of a value, and the places that were left out. */
function projected(schema: JsonSchemaObject, value: unknown): { value: unknown; dropped: readonly string[] } {
  const validate = compileSchema(schema);
  const before = JSON.stringify(value);
  const dropped: string[] = [];
  const rest = validate.project?.(value, (place) => dropped.push(place));
  expect(JSON.stringify(value)).toBe(before);
  expect(validate(rest).ok).toBe(true);
  return { value: rest, dropped };
}

describe('a projection', () => {
  it.each<[string, JsonSchemaObject, unknown, unknown, readonly string[]]>([
    ['an object', ROW, { ...row, iban }, row, ['iban']],
    [
      'the items of an array, and says it once',
      { type: 'array', items: ROW },
      [row, { ...row, iban }, { iban, ...row }],
      [row, row, row],
      ['[].iban'],
    ],
    [
      'a property of items',
      closed({ rows: { type: 'array', items: ROW } }),
      { rows: [{ ...row, iban }], total: 1 },
      { rows: [row] },
      ['rows[].iban', 'total'],
    ],
    [
      'a tuple',
      { type: 'array', prefixItems: [TEXT, ROW], items: closed({}) },
      ['a', { ...row, iban }, { iban }],
      ['a', row, {}],
      ['[].iban'],
    ],
    [
      'what a reference leads to',
      { $ref: '#/$defs/Row', $defs: { Row: ROW } },
      { ...row, iban },
      row,
      ['iban'],
    ],
    [
      'a recursive type',
      closed({ name: TEXT, children: { type: 'array', items: { $ref: '#' } } }, { required: ['name'] }),
      { name: 'a', children: [{ name: 'b', salary: 1, children: [{ name: 'c', salary: 2 }] }] },
      { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] },
      ['children[].children[].salary', 'children[].salary'],
    ],
    [
      'an object with patterns',
      closed({ id: TEXT }, { patternProperties: { '^x-': TEXT } }),
      { id: 'a', 'x-note': 'b', iban },
      { id: 'a', 'x-note': 'b' },
      ['iban'],
    ],
    [
      'the values of a record, whose keys stay',
      { type: 'object', additionalProperties: ROW },
      { march: { ...row, iban } },
      { march: row },
      ['march.iban'],
    ],
    ['a part of `allOf`', { allOf: [ROW, { required: ['id'] }] }, { ...row, iban }, row, ['iban']],
    [
      'an object that is closed by `unevaluatedProperties`',
      {
        type: 'object',
        allOf: [{ properties: { id: TEXT } }, { properties: { due: TEXT } }],
        unevaluatedProperties: false,
      },
      { id: 'a', due: 'b', iban },
      { id: 'a', due: 'b' },
      ['iban'],
    ],
    [
      'the branch that the tag names, of what only the others declare',
      {
        anyOf: [
          closed({ kind: { const: 'paid' }, amount: { type: 'number' } }, { required: ['kind'] }),
          closed({ kind: { const: 'open' }, due: TEXT }, { required: ['kind'] }),
          { type: 'null' },
        ],
      },
      { kind: 'open', due: 'b', amount: 1, iban },
      { kind: 'open', due: 'b' },
      ['amount', 'iban'],
    ],
    [
      'the only branch that fits then',
      { anyOf: [ROW, closed({ error: TEXT }, { required: ['error'] })] },
      { ...row, iban },
      row,
      ['iban'],
    ],
    [
      'what none of the branches declares that fit then',
      { anyOf: [closed({ id: { type: 'number' } }), ROW] },
      { ...row, iban },
      row,
      ['iban'],
    ],
    [
      'a branch of `oneOf`',
      { oneOf: [{ type: 'array', items: ROW }, ROW] },
      [{ ...row, iban }],
      [row],
      ['[].iban'],
    ],
    [
      'names of other objects',
      closed({ toString: TEXT }),
      JSON.parse('{"toString":"a","__proto__":{"iban":"b"},"constructor":1}'),
      { toString: 'a' },
      ['__proto__', 'constructor'],
    ],
    ['a name with a slash', closed({}), { 'a/b~c': 1 }, {}, ['["a/b~c"]']],
  ])('takes out of %s what nothing declares', (_, schema, value, kept, dropped) => {
    const result = projected(schema, value);
    expect(result.value).toEqual(kept);
    expect([...result.dropped].sort()).toEqual([...dropped].sort());
  });

  it.each<[string, JsonSchemaObject, unknown]>([
    ['an open object', { type: 'object', properties: { id: TEXT } }, { id: 'a', iban }],
    ['an open branch', { anyOf: [ROW, { type: 'object' }] }, { ...row, iban }],
    ['a value that fits', ROW, row],
  ])('leaves %s as it is', (_, schema, value) => {
    const result = projected(schema, value);
    expect(result.value).toBe(value);
    expect(result.dropped).toEqual([]);
  });

  it.each<[string, JsonSchemaObject, unknown]>([
    [
      'two branches that declare different fields of it',
      { anyOf: [closed({ id: TEXT, due: TEXT }), closed({ id: TEXT, paid: TEXT })] },
      { id: 'a', due: 'b', paid: 'c' },
    ],
    ['no branch', { anyOf: [ROW, { type: 'array' }] }, { ...row, id: 'no number', iban }],
  ])('takes nothing out where %s would fit', (_, schema, value) => {
    expect(compileSchema(schema).project?.(value)).toBe(value);
  });

  it.each<[string, JsonSchemaObject, unknown, unknown]>([
    [
      'closed parts',
      { allOf: [closed({ id: TEXT }), closed({ due: TEXT })] },
      { id: 'a', due: 'b', iban },
      { id: 'a', due: 'b' },
    ],
    [
      'a closed part in another one',
      { allOf: [closed({ id: TEXT }), closed({ id: TEXT, due: TEXT })] },
      { id: 'a', due: 'b', iban },
      { id: 'a', due: 'b' },
    ],
    [
      'a closed part beside an open one',
      { allOf: [closed({ id: TEXT }), { properties: { due: TEXT } }] },
      { id: 'a', due: 'b', iban },
      { id: 'a', due: 'b' },
    ],
    [
      'definitions',
      closed(
        { rows: { type: 'array', items: { allOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] } } },
        { $defs: { a: closed({ id: TEXT }), b: closed({ due: TEXT }) } },
      ),
      { rows: [{ id: 'a', due: 'b', iban }] },
      { rows: [{ id: 'a', due: 'b' }] },
    ],
    [
      'a closed object and its part',
      closed({ id: TEXT }, { allOf: [{ patternProperties: { '^x-': TEXT } }] }),
      { id: 'a', 'x-note': 'b', iban },
      { id: 'a', 'x-note': 'b' },
    ],
  ])('keeps what any of the parts declares: %s', (_, schema, value, kept) => {
    const validate = compileSchema(schema);
    const rest = validate.project?.(value);
    expect(rest).toEqual(kept);
    // The combination of the parts is decided by the validator.
    expect(validate(rest).ok).toBe(false);
  });

  it('restores a value to which undeclared fields were added', () => {
    const tree = closed(
      {
        name: TEXT,
        rows: { type: 'array', items: ROW },
        next: { anyOf: [{ $ref: '#' }, { type: 'null' }] },
      },
      { required: ['name'] },
    );
    const values = fc.letrec<{ node: object }>((tie) => ({
      node: fc.record(
        {
          name: fc.string(),
          rows: fc.array(fc.record({ id: fc.integer(), due: fc.string() }), { maxLength: 3 }),
          next: fc.option(tie('node'), { depthSize: 'small' }),
        },
        { requiredKeys: ['name'] },
      ),
    })).node;
    const strange = fc.dictionary(
      fc.string().map((name) => `${name}?`),
      fc.jsonValue(),
      { maxKeys: 2 },
    );
    fc.assert(
      fc.property(values, fc.array(strange, { minLength: 1 }), (value, extras) => {
        let count = 0;
        const plain = JSON.stringify(value);
        const more = JSON.parse(plain, (_, each: unknown) =>
          typeof each === 'object' && each !== null && !Array.isArray(each)
            ? { ...each, ...extras[count++ % extras.length] }
            : each,
        ) as unknown;
        expect(JSON.stringify(projected(tree, more).value)).toBe(plain);
      }),
      { seed: 11, numRuns: 200 },
    );
  });
});
