import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema } from './index.ts';

function messages(schema: JsonSchema, value: unknown): string[] {
  const result = compileSchema(schema)(value);
  return result.ok ? [] : result.issues.map(({ message }) => message);
}

const property = (name: string, schema: JsonSchema): JsonSchema => ({ properties: { [name]: schema } });

/** Keyword, schema, value, sentences. */
const TABLE: readonly (readonly [string, JsonSchema, unknown, readonly string[]])[] = [
  [
    'type',
    property('limit', { type: 'integer' }),
    { limit: 'ten' },
    ['`limit` must be an integer; got "ten"'],
  ],
  ['type of the whole', { type: 'object' }, 'x', ['the value must be an object; got "x"']],
  ['types', property('v', { type: ['string', 'null'] }), { v: 5 }, ['`v` must be a string or null; got 5']],
  [
    'enum',
    property('format', { enum: ['csv', 'tsv', 'json'] }),
    { format: 'xml' },
    ['`format` must be one of csv, tsv, json; got "xml"'],
  ],
  [
    'enum of mixed values',
    property('v', { enum: ['1', 1, null] }),
    { v: 2 },
    ['`v` must be one of "1", 1, null; got 2'],
  ],
  ['enum of digits', property('v', { enum: ['1', '2'] }), { v: 1 }, ['`v` must be one of "1", "2"; got 1']],
  ['const', property('v', { const: { a: [1] } }), { v: 2 }, ['`v` must be {"a":[1]}; got 2']],
  ['required', { required: ['cell'] }, {}, ['`cell` is required']],
  ['required, deeper', property('a', { required: ['b'] }), { a: {} }, ['`a.b` is required']],
  [
    'additionalProperties',
    { properties: { cell: true }, additionalProperties: false },
    { cel: 'B5' },
    ['`cel` is not a known property; did you mean `cell`?'],
  ],
  [
    'additionalProperties, nothing close',
    { properties: { cell: true, sheet: true }, additionalProperties: false },
    { colour: 1 },
    ['`colour` is not a known property; known are `cell`, `sheet`'],
  ],
  [
    'additionalProperties, another style',
    { properties: { includeFormatting: true, cell: true }, additionalProperties: false },
    { include_formatting: 1 },
    [
      '`include_formatting` is not a known property; did you mean `includeFormatting`? Known are `includeFormatting`, `cell`',
    ],
  ],
  ['no properties', { additionalProperties: false }, { a: 1 }, ['`a` is not a known property; none are']],
  ['false', property('a', false), { a: 1 }, ['`a` is not allowed']],
  ['minimum', property('n', { minimum: 1 }), { n: 0 }, ['`n` must be at least 1; got 0']],
  ['maximum', property('n', { maximum: 1.5 }), { n: 2 }, ['`n` must be at most 1.5; got 2']],
  ['exclusiveMinimum', property('n', { exclusiveMinimum: 0 }), { n: 0 }, ['`n` must be more than 0; got 0']],
  ['exclusiveMaximum', property('n', { exclusiveMaximum: 0 }), { n: 0 }, ['`n` must be less than 0; got 0']],
  [
    'multipleOf',
    property('n', { multipleOf: 0.05 }),
    { n: 0.07 },
    ['`n` must be a multiple of 0.05; got 0.07'],
  ],
  ['minLength', property('s', { minLength: 1 }), { s: '' }, ['`s` must have at least 1 character; got 0']],
  [
    'maxLength',
    property('s', { maxLength: 2 }),
    { s: 'a🌍b' },
    ['`s` must have at most 2 characters; got 3'],
  ],
  [
    'pattern',
    property('cell', { pattern: '^[A-Z]+[0-9]+$' }),
    { cell: '5B' },
    ['`cell` must match the pattern ^[A-Z]+[0-9]+$; got "5B"'],
  ],
  [
    'format',
    property('at', { format: 'date' }),
    { at: 'today' },
    ['`at` must be a valid date, for example 2024-05-17; got "today"'],
  ],
  ['minItems', property('l', { minItems: 2 }), { l: [1] }, ['`l` must have at least 2 items; got 1']],
  ['maxItems', property('l', { maxItems: 0 }), { l: [1] }, ['`l` must have no items; got 1']],
  [
    'tuple',
    property('l', { prefixItems: [true], items: false }),
    { l: [1, 2] },
    ['`l` must have at most 1 item; got 2'],
  ],
  [
    'uniqueItems',
    property('l', { uniqueItems: true }),
    { l: [1, { a: 1, b: 2 }, { b: 2, a: 1 }] },
    ['`l` must not repeat an item, but items 1 and 2 are equal'],
  ],
  [
    'contains',
    property('l', { contains: { const: 1 } }),
    { l: [2, 3] },
    ['`l` must contain at least 1 item that fit its `contains` schema'],
  ],
  [
    'maxContains',
    property('l', { contains: { const: 1 }, maxContains: 2 }),
    { l: [1, 1, 1] },
    ['`l` must contain 1 to 2 items that fit its `contains` schema'],
  ],
  ['minProperties', { minProperties: 1 }, {}, ['the value must have at least 1 property; got 0']],
  ['maxProperties', { maxProperties: 1 }, { a: 1, b: 2 }, ['the value must have at most 1 property; got 2']],
  [
    'dependentRequired',
    { dependentRequired: { a: ['b'] } },
    { a: 1 },
    ['`b` is required when `a` is present'],
  ],
  [
    'not',
    property('v', { not: { type: 'string' } }),
    { v: 'x' },
    ['`v` must not match {"type":"string"}; got "x"'],
  ],
  [
    'propertyNames',
    { propertyNames: { pattern: '^[a-z]+$' } },
    { ok: 1, NO: 2 },
    ['the name of the property `NO` must match the pattern ^[a-z]+$'],
  ],
  ['unevaluatedProperties', { unevaluatedProperties: false }, { a: 1 }, ['`a` is not a known property']],
  // oxlint-disable-next-line unicorn/no-thenable -- the keyword's name
  ['if', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, ['`b` is required']],
  [
    'a list',
    property('f', { items: { required: ['op'] } }),
    { f: [{ op: 1 }, {}] },
    ['`f[1].op` is required'],
  ],
  [
    'a strange name',
    { required: ['a b', 'c`d'] },
    {},
    ['`["a b"]` is required', '`["c\\u0060d"]` is required'],
  ],
];

describe('messages', () => {
  it.each(TABLE)('%s', (_, schema, value, expected) => {
    expect(messages(schema, value)).toEqual(expected);
  });

  it('come with path, keyword and parameters', () => {
    const schema = {
      properties: { 'a/b': { items: { type: 'string' } }, n: { maximum: 5 } },
      additionalProperties: false,
    };
    const result = compileSchema(schema)({ n: 9, 'a/b': ['x', 5], '~': 1 });
    expect(result.ok ? [] : result.issues).toEqual([
      { path: '/n', keyword: 'maximum', message: '`n` must be at most 5; got 9', params: { limit: 5 } },
      {
        path: '/a~1b/1',
        keyword: 'type',
        message: '`["a/b"][1]` must be a string; got 5',
        params: { type: 'string' },
      },
      {
        path: '/~0',
        keyword: 'additionalProperties',
        message: '`["~"]` is not a known property; known are `["a/b"]`, `n`',
        params: { additionalProperty: '~', allowedProperties: ['a/b', 'n'] },
      },
    ]);
  });

  it('are plain data, whatever copies them', () => {
    const result = compileSchema(property('n', { maximum: 5 }))({ n: 9 });
    const [issue] = result.ok ? [] : result.issues;
    const plain = {
      path: '/n',
      keyword: 'maximum',
      message: '`n` must be at most 5; got 9',
      params: { limit: 5 },
    };
    expect({ ...issue }).toEqual(plain);
    expect(structuredClone(issue)).toEqual(plain);
    expect(JSON.parse(JSON.stringify(issue))).toEqual(plain);
    expect(JSON.parse(JSON.stringify(result))).toEqual({ ok: false, issues: [plain] });
  });

  it('say what was found when they were first read', () => {
    const value = { n: 9 };
    const result = compileSchema(property('n', { maximum: 5 }))(value);
    const issues = result.ok ? [] : result.issues;
    value.n = 10;
    expect(issues[0]?.message).toBe('`n` must be at most 5; got 9');
  });

  it('are in document order, without duplicates', () => {
    const schema = {
      required: ['z'],
      properties: { a: { type: 'string' }, b: { properties: { c: { type: 'string' } } } },
      allOf: [{ properties: { a: { type: 'string' } } }],
    };
    expect(messages(schema, { b: { c: 1 }, a: 2 })).toEqual([
      '`z` is required',
      '`b.c` must be a string; got 1',
      '`a` must be a string; got 2',
    ]);
  });

  it('show any value on one short line', () => {
    const schema = { type: 'boolean' };
    const shown = (value: unknown): string =>
      (messages(schema, value)[0] ?? '').replace('the value must be a boolean; got ', '');
    expect(shown('a\nb\u0000\u2028\u202e"`')).toBe('"a\\nb\\u0000\\u2028\\u202e\\"`"');
    expect(shown('x'.repeat(1_000_000))).toBe(`"${'x'.repeat(60)}…"`);
    expect(shown(`${'x'.repeat(59)}🌍`)).toBe(`"${'x'.repeat(59)}…"`);
    expect(shown({ a: [1, { b: null }], 'c d': 'e' })).toBe('{"a":[1,{"b":null}],"c d":"e"}');
    expect(shown(Array.from({ length: 1000 }, (_, i) => i))).toBe(
      '[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,…',
    );
    expect(shown(undefined)).toBe('undefined');
    expect(shown(NaN)).toBe('NaN');
    expect(shown(10n)).toBe('10n');
    expect(shown(() => 1)).toBe('a function');
    expect(shown([[[[[[1]]]]]])).toBe('[[[[[…]]]]]');
  });

  it('truncate what the schema requires, too', () => {
    const long = messages({ enum: Array.from({ length: 200 }, (_, i) => `v${i}`) }, 'x')[0] ?? '';
    expect(long).toMatch(/^the value must be one of v0, v1, .*, v19, … \(200 in all\); got "x"$/);
    const pattern = messages({ pattern: `^${'a'.repeat(500)}\n$` }, 'x')[0] ?? '';
    expect(pattern).toBe(`the value must match the pattern ^${'a'.repeat(119)}…; got "x"`);
  });
});
