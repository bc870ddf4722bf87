import type { JsonSchemaObject } from '@btcp/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../../../test/support/runs.ts';
import { compileSchema } from '../compile/compile-schema.ts';
import { accepts } from './accepts.ts';

const NAMES = ['a', 'b', 'toString', '__proto__'] as const;
const name = fc.constantFrom(...NAMES);

const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 7, '', 'a', 'ab', '🌍🌍', '2024-05-17', 'a@b.example'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const bound = fc.constantFrom(-1, 0, 1, 2, 7);
const count = fc.nat({ max: 3 });

const schema = fc.letrec<{ schema: JsonSchemaObject | boolean }>((tie) => {
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    type: fc.constantFrom('string', 'number', 'integer', 'null', 'array', 'object', ['object', 'null']),
    const: value,
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    minimum: bound,
    exclusiveMaximum: bound,
    minLength: count,
    maxLength: count,
    pattern: fc.constantFrom('^[a-z]+$', '^.$'),
    format: fc.constantFrom('date', 'email', 'int32', 'binary'),
    minItems: count,
    items: tie('schema'),
    contains: tie('schema'),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    properties: fc.dictionary(name, tie('schema'), { maxKeys: 3 }),
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'S'), tie('schema'), { maxKeys: 1 }),
    additionalProperties: tie('schema'),
    anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
    not: tie('schema'),
    description: fc.constant('A text.'),
  };
  const pairs = Object.entries(keywords).map(([keyword, given]) => given.map((each) => [keyword, each]));
  const few = fc.array(fc.oneof(...pairs), { maxLength: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      fc.boolean(),
      few.map((chosen) => Object.fromEntries(chosen) as JsonSchemaObject),
    ),
  };
}).schema;

describe('accepts', () => {
  it('gives the verdict of compiled code on most schemas, and never another one', () => {
    const seen = { true: 0, false: 0, undefined: 0 };
    const law = fc.property(schema, value, (made, given) => {
      const verdict = accepts(made, given);
      seen[`${verdict}`]++;
      expect([verdict, undefined]).toContain(verdict === undefined ? verdict : compileSchema(made)(given).ok);
    });
    fc.assert(law, { seed: 7, numRuns: runs(10_000) });
    expect(seen.true).toBeGreaterThan(runs(2500));
    expect(seen.false).toBeGreaterThan(runs(2500));
    expect(seen.undefined).toBeLessThan(runs(2000));
  });

  it.each<[JsonSchemaObject, unknown]>([
    [{ type: 'integer', minimum: 1, maximum: 50, default: 20 }, 20],
    [{ type: 'string', minLength: 2, pattern: '^[A-Z]' }, 'B5'],
    [{ anyOf: [{ const: 'open' }, { const: 'paid' }] }, 'paid'],
    [
      {
        type: 'object',
        properties: { tags: { type: 'array', items: { type: 'string' }, maxItems: 2 } },
        required: ['tags'],
        additionalProperties: false,
      },
      { tags: ['a', 'b'] },
    ],
  ])('needs no compiler to see that %j fits', (made, given) => {
    expect(accepts(made, given)).toBe(true);
  });

  it.each<[JsonSchemaObject, unknown, boolean | undefined]>([
    [{ $ref: '#' }, 1, undefined],
    [{ not: { type: 'string' } }, 1, true],
    [{ items: [{ type: 'string' }] }, ['a'], undefined],
    [{ additionalProperties: false }, { a: 1 }, false],
    [{ type: 'string' }, 1, false],
    [{ contains: { type: 'string' } }, [1], undefined],
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
    [{ if: { minimum: 1 }, then: false }, 'a', false],
    [{ oneOf: [{ minimum: 1 }, { maximum: 3 }] }, 2, false],
  ])('says of %j on %j: %j', (made, given, verdict) => {
    expect(accepts(made, given)).toBe(verdict);
  });

  it('follows references with a resolver', () => {
    const list = { type: 'object', properties: { next: { $ref: '#' } }, additionalProperties: false };
    expect(accepts(list, { next: { next: {} } }, () => list)).toBe(true);
    expect(accepts(list, { next: { last: {} } }, () => list)).toBe(false);
  });

  it('gives up where a recursive union doubles the work with every level', () => {
    const node = {
      anyOf: [
        { properties: { a: { $ref: '#' } }, not: {} },
        { properties: { a: { $ref: '#' } }, not: {} },
      ],
    };
    let value = {};
    for (let level = 0; level < 60; level++) value = { a: value };
    expect(accepts(node, value, () => node)).toBeUndefined();
  });

  it('tries no pattern on a string that is too long, in any order of keywords', () => {
    // On this string the pattern takes hours.
    expect(accepts({ pattern: '^(a+)+$', maxLength: 50 }, `${'a'.repeat(60)}!`)).toBe(false);
  });
});

it('long lists are searched as short ones are', () => {
  const schema = { enum: [...Array.from({ length: 200 }, (_, index) => index), 'last', null] };
  const verdicts = [0, -0, 199, 200, 'last', '199', null, true].map((value) => accepts(schema, value));
  expect(verdicts).toEqual([true, true, true, false, true, false, true, false]);
});
