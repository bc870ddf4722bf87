import { describe, expect, it } from 'vitest';
import type { MutableObject } from '../../model/own-property.ts';
import { findContradiction } from './find-contradiction.ts';

const reason = (schema: MutableObject): string | undefined =>
  findContradiction(schema, {
    $defs: { Age: { type: 'integer', maximum: 150 }, Node: { $ref: '#/$defs/Node' } },
    ...schema,
  });
const object = (name: string, extra: object = {}): object => ({
  type: 'object',
  properties: { [name]: { type: 'string' } },
  required: [name],
  ...extra,
});

describe('findContradiction', () => {
  it.each<[string, MutableObject]>([
    ['`minimum` is 5 and `maximum` is 2', { type: 'integer', minimum: 5, maximum: 2 }],
    [
      'there is no whole number between 5 and 6',
      { type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 6 },
    ],
    ['there is no whole number between 0.2 and 0.8', { type: 'integer', minimum: 0.2, maximum: 0.8 }],
    ['`const` does not fit the other keywords', { const: 'abc', pattern: '^x$' }],
    ['no value of `enum` fits the other keywords', { enum: ['a', 'b'], pattern: '^x$' }],
    [
      '`minProperties` is 2, and there are 1 properties',
      { type: 'object', properties: { a: {} }, additionalProperties: false, minProperties: 2 },
    ],
    [
      '`minItems` is 3, and there are 2 different items',
      { type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 },
    ],
    [
      'no item can be what `contains` asks for',
      { type: 'array', items: { type: 'string' }, contains: { type: 'number' } },
    ],
    [
      '`minLength` is 5, and `pattern` passes at most 3 characters',
      { type: 'string', pattern: '^[A-Z]{3}$', minLength: 5 },
    ],
    [
      '`maxLength` is 9, and `pattern` asks for at least 10 characters',
      { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 9 },
    ],
    ['its parts ask for different types', { allOf: [{ type: 'string' }, { type: ['number', 'null'] }] }],
    ['no choice of one part fits the others', { allOf: [{ enum: ['a'] }, { enum: ['b'] }] }],
    ['no choice of one part fits the others', { allOf: [{ $ref: '#/$defs/Age' }, { const: 200 }] }],
    [
      'one part requires `a`, which another one does not allow',
      { allOf: [object('a'), object('b', { additionalProperties: false })] },
    ],
  ])('says that %s', (says, schema) => expect(reason(schema)).toBe(says));

  it.each<[MutableObject]>([
    [{ type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 7 }],
    [{ type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 6 }],
    [{ type: 'number', minimum: 0.1, maximum: 0.2, multipleOf: 0.1 }],
    [{ type: 'integer', minimum: 5, maximum: 5 }],
    [{ minLength: 5, pattern: '^[A-Z]{3}$' }],
    [{ type: 'string', pattern: '^[A-Z]{3}', minLength: 5 }],
    [{ type: 'string', pattern: '^(?=.{9})[a-z]+$', minLength: 5 }],
    [{ type: 'string', pattern: '^(ab|c*)\\1$', maxLength: 1 }],
    [{ type: 'array', items: { type: ['boolean', 'string'] }, uniqueItems: true, minItems: 9 }],
    [{ type: 'array', items: { type: 'number' }, contains: { type: 'integer' } }],
    [{ type: 'array', items: { type: 'string' }, contains: { type: 'number' }, minContains: 0 }],
    [{ allOf: [{ type: 'integer' }, { type: 'number' }] }],
    [{ allOf: [{ $ref: '#/$defs/Age' }, { minimum: 18 }] }],
    [{ allOf: [{ $ref: '#/$defs/Node' }, { type: 'string' }] }],
    [{ allOf: [object('a'), object('b')] }],
    [{ allOf: [{ enum: ['a', 'b'] }, { enum: ['b'] }] }],
    [{ enum: ['ab'], pattern: '^(a+)+b$' }],
  ])('finds none in %j', (schema) => expect(reason(schema)).toBeUndefined());
});
