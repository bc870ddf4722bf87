import { describe, expect, it } from 'vitest';
import type { MutableObject } from '../../model/own-property.ts';
import { findContradiction } from './schema.ts';

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
      '`exclusiveMinimum` is 5 and `exclusiveMaximum` is 6',
      { type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 6 },
    ],
    ['`minimum` is 0.2 and `maximum` is 0.8', { type: 'integer', minimum: 0.2, maximum: 0.8 }],
    ['`const` is "abc" and `pattern` is "^x$"', { const: 'abc', pattern: '^x$' }],
    ['`enum` is ["a","b"] and `pattern` is "^x$"', { enum: ['a', 'b'], pattern: '^x$' }],
    ['`enum` is []', { type: 'string', enum: [] }],
    [
      '`additionalProperties` is false and `minProperties` is 2',
      { type: 'object', properties: { a: {} }, additionalProperties: false, minProperties: 2 },
    ],
    [
      '`pattern` is "^[A-Z]{3}$" and `minLength` is 5',
      { type: 'string', pattern: '^[A-Z]{3}$', minLength: 5 },
    ],
    [
      '`pattern` is "^\\\\d{4}-\\\\d{2}-\\\\d{2}$" and `maxLength` is 9',
      { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$', maxLength: 9 },
    ],
    [
      '`format` is "email" and `pattern` is "^[a-z]+$"',
      { type: 'string', format: 'email', pattern: '^[a-z]+$' },
    ],
    ['`items` is false and `minItems` is 1', { type: 'array', items: false, minItems: 1 }],
    [
      '`properties` is {"a":{"not":{}}} and `required` is ["a"]',
      { type: 'object', properties: { a: { not: {} } }, required: ['a'] },
    ],
    ['`allOf` excludes itself', { allOf: [{ type: 'string' }, { type: ['number', 'null'] }] }],
    ['`allOf` is [{"enum":["a"]},{"enum":["b"]}]', { allOf: [{ enum: ['a'] }, { enum: ['b'] }] }],
    [
      '`allOf` is [{"$ref":"#/$defs/Age"},{"const":200}]',
      { allOf: [{ $ref: '#/$defs/Age' }, { const: 200 }] },
    ],
    ['`allOf` excludes itself', { allOf: [object('a'), object('b', { additionalProperties: false })] }],
  ])('says that %s', (says, schema) => expect(reason(schema)).toBe(says));

  it.each<[MutableObject]>([
    [{ type: 'integer', exclusiveMinimum: 5, exclusiveMaximum: 7 }],
    [{ type: 'number', exclusiveMinimum: 5, exclusiveMaximum: 6 }],
    [{ type: 'number', minimum: 0.1, maximum: 0.2, multipleOf: 0.1 }],
    [{ type: 'integer', minimum: 5, maximum: 5 }],
    [{ minLength: 5, pattern: '^[A-Z]{3}$' }],
    [{ type: 'array', items: { type: 'boolean' }, uniqueItems: true, minItems: 3 }],
    [{ type: 'array', items: { type: 'string' }, contains: { type: 'number' } }],
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
