import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { findSchemaIssues } from './find-schema-issues.ts';
import { compileSchema } from './index.ts';

const messages = (schema: JsonSchema, value: unknown): string[] => {
  const result = compileSchema(schema)(value);
  return result.ok ? [] : result.issues.map(({ message }) => message);
};

const TREE: JsonSchema = {
  $defs: {
    node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } }, additionalProperties: false },
  },
  $ref: '#/$defs/node',
};

describe('hostile values', () => {
  it('that are circular are reported as too deep, if the schema follows them', () => {
    const value: Record<string, unknown> = {};
    value['child'] = value;
    expect(messages(TREE, value)).toEqual(['the value is nested too deeply to be checked']);
    expect(messages({ type: 'object' }, value)).toEqual([]);
    expect(messages({ type: 'string' }, value)[0]).toMatch(
      /^the value must be a string; got \{"child":\{"child":/,
    );
    expect(messages({ enum: [{ child: 1 }] }, value)).toHaveLength(1);
  });

  it('that are nested deeply do not crash', () => {
    let value: Record<string, unknown> = {};
    for (let i = 0; i < 200_000; i++) value = { child: value };
    expect(messages(TREE, value)).toEqual(['the value is nested too deeply to be checked']);
    expect(messages({ uniqueItems: true }, [value, value])).toEqual([
      'the value is nested too deeply to be checked',
    ]);
  });

  it('that double the work at every level of a recursive union are decided at once', () => {
    const branch = (other: string): JsonSchema => ({
      type: 'object',
      properties: { left: { $ref: '#/$defs/node' }, [other]: { type: 'string' } },
      additionalProperties: false,
    });
    const union: JsonSchema = {
      $defs: { node: { anyOf: [{ type: 'null' }, branch('a'), branch('b'), branch('c')] } },
      $ref: '#/$defs/node',
    };
    const value = (leaf: unknown): unknown => {
      let node = leaf;
      for (let i = 0; i < 60; i++) node = { left: node };
      return node;
    };
    expect(messages(union, value(null))).toEqual([]);
    expect(messages(union, value(5)).length).toBeGreaterThan(0);
  });

  it('whose getters throw are reported as unreadable', () => {
    const value = {
      get a(): never {
        throw new Error('no\nway');
      },
    };
    expect(messages({ properties: { a: { type: 'string' } } }, value)).toEqual([
      'the value could not be read: "no\\nway"',
    ]);
    expect(messages({ type: 'string' }, value)).toEqual(['the value must be a string; got {"a":undefined}']);
  });

  it('that change between check and report still get an issue', () => {
    let reads = 0;
    const value = {
      get a(): unknown {
        return reads++ < 2 ? 5 : 'text';
      },
    };
    expect(messages({ properties: { a: { type: 'string' } } }, value).length).toBeGreaterThan(0);
  });

  it('with 100,000 problems are reported in short', () => {
    const validate = compileSchema({ items: { type: 'string' } });
    const result = validate(Array.from({ length: 100_000 }, (_, i) => i));
    const issues = result.ok ? [] : result.issues;
    expect(issues).toHaveLength(101);
    expect(issues[99]).toEqual({
      path: '/99',
      keyword: 'type',
      message: '`[99]` must be a string; got 99',
      params: { type: 'string' },
    });
    expect(issues[100]).toEqual({
      path: '',
      keyword: 'truncated',
      message: '99900 more problems are not listed',
      params: { more: 99_900 },
    });
  });

  // Each path would be a copy of the name.
  it.each(['k', '~'])('cost memory in proportion to their size, also below a long name of %j', (letter) => {
    const validate = compileSchema({ additionalProperties: { items: { type: 'string' } } });
    const result = validate({
      [letter.repeat(250_000)]: Array.from({ length: 50_000 }, (_, index) => index),
    });
    const last = result.ok ? undefined : result.issues.at(-1);
    expect(last?.message).toMatch(/^4999\d more problems are not listed$/);
  });

  it('leave a value as it is where the paths of its undeclared properties are too long', () => {
    const rows = { items: { type: 'object', additionalProperties: false } };
    const { project } = compileSchema({ additionalProperties: rows });
    const value = { ['k'.repeat(250_000)]: Array.from({ length: 50_000 }, () => ({ x: 1 })) };
    expect(project?.(value)).toBe(value);
  });

  // Quadratic, this takes half an hour.
  it('cost time in proportion to the number of objects that are closed in one part of `allOf`', () => {
    const closed = { properties: { a: {} }, additionalProperties: false };
    const validate = compileSchema({ items: { allOf: [closed, { properties: { b: {} } }] } });
    const result = validate(Array.from({ length: 500_000 }, () => ({ x: 1 })));
    expect(result.ok ? 0 : result.issues.length).toBe(101);
  });

  it('cost time in proportion to their size', () => {
    const list = Array.from({ length: 20_000 }, (_, i) => ({ id: i, tags: ['a', i] }));
    expect(messages({ uniqueItems: true }, list)).toEqual([]);
    expect(messages({ uniqueItems: true }, [...list, { tags: ['a', 7], id: 7 }])).toEqual([
      'the value must not repeat an item, but items 7 and 20000 are equal',
    ]);
    const text = 'x'.repeat(5_000_000);
    expect(messages({ maxLength: 10, format: 'email' }, text)).toEqual([
      'the value must have at most 10 characters; got 5000000',
    ]);
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, i]));
    expect(messages({ properties: { known: true }, additionalProperties: false }, keys)).toHaveLength(101);
  });

  const UNIQUE: JsonSchema = {
    $defs: {
      all: {
        uniqueItems: true,
        items: { $ref: '#/$defs/all' },
        additionalProperties: { $ref: '#/$defs/all' },
      },
    },
    $ref: '#/$defs/all',
  };

  it('cost no more where the items of every nested array must be unique', () => {
    const nested = (leaf: unknown): unknown => {
      let value: unknown = [leaf];
      // The object keeps every level from being an array of one item, which is skipped.
      for (let i = 0; i < 500; i++) value = [value, { level: i }];
      return value;
    };
    // Printing the string for each of the 500 levels took minutes.
    const text = 'x'.repeat(2_000_000);
    expect(messages(UNIQUE, nested(text))).toEqual([]);
    expect(messages(UNIQUE, [nested(text), nested(`${text}y`), { a: nested(text) }])).toEqual([]);
    expect(messages(UNIQUE, [nested(text), nested(`${text}y`), nested(text)])).toEqual([
      'the value must not repeat an item, but items 0 and 2 are equal',
    ]);
  });

  it('cost no more where the items of an array are long and similar', () => {
    const long = (i: number): string => `${'x'.repeat(20_000)}${i}`;
    const lists = [
      (i: number): unknown => long(i + 100),
      (i: number): unknown => ({ [long(i)]: 1, [long(i + 1)]: 2 }),
      (i: number): unknown => Array.from({ length: 5_000 }, (_, at) => (at === 4_999 ? i : 0)),
    ];
    for (const item of lists) {
      const list = Array.from({ length: 200 }, (_, i) => item(i));
      expect(messages({ uniqueItems: true }, list)).toEqual([]);
      expect(messages({ uniqueItems: true }, [...list, item(150)])).toEqual([
        'the value must not repeat an item, but items 150 and 200 are equal',
      ]);
    }
  });

  // On this string the pattern takes hours.
  const long = `${'a'.repeat(60)}!`;
  const slow = { pattern: '^(a+)+$' };
  const short = { maxLength: 50 };
  const tooLong = ['the value must have at most 50 characters; got 61'];

  it.each<[where: string, schema: JsonSchema]>([
    ['beside it', { ...slow, ...short }],
    ['beside its type', { type: 'string', ...slow, ...short }],
    ['among several types', { type: ['string', 'null'], ...slow, ...short }],
    ['around allOf', { allOf: [slow], ...short }],
    ['in another branch of allOf', { allOf: [slow, short] }],
    ['behind a reference', { $defs: { short }, ...slow, $ref: '#/$defs/short' }],
    ['beside a reference', { $defs: { slow }, ...short, $ref: '#/$defs/slow' }],
    ['around anyOf', { anyOf: [slow, { type: 'null' }], ...short }],
    ['around oneOf', { oneOf: [slow, { type: 'null' }], ...short }],
    ['around not', { not: slow, ...short }],
    ['around if', { if: slow, else: false, ...short }],
  ])('that are too long by a limit %s meet no pattern', (_, schema) => {
    expect(messages(schema, long)).toEqual(tooLong);
  });

  it('that are too short for a schema are not tried on its patterns', () => {
    expect(messages({ ...slow, minLength: 100 }, long)).toEqual([
      'the value must have at least 100 characters; got 61',
    ]);
  });

  it('whose names are too long meet no pattern of the names', () => {
    const result = compileSchema({ propertyNames: { ...slow, ...short } })({ [long]: 1 });
    expect(result.ok ? [] : result.issues.map(({ keyword }) => keyword)).toEqual(['maxLength']);
  });

  it('may use the names of Object.prototype', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
    for (const name of names) {
      const schema = JSON.parse(
        `{"properties":{"${name}":{"type":"string"}},"required":["${name}"],"additionalProperties":false}`,
      ) as JsonSchema;
      expect(messages(schema, {})).toHaveLength(1);
      expect(messages(schema, JSON.parse(`{"${name}":5}`))).toHaveLength(1);
      expect(messages(schema, JSON.parse(`{"${name}":"x"}`))).toEqual([]);
      expect(messages({ additionalProperties: false }, JSON.parse(`{"${name}":"x"}`))).toHaveLength(1);
      expect(
        messages({ const: JSON.parse(`{"${name}":1}`) as unknown }, JSON.parse(`{"${name}":1}`)),
      ).toEqual([]);
      expect(messages({ const: JSON.parse(`{"${name}":1}`) as unknown }, {})).toHaveLength(1);
      expect(messages({ dependentRequired: { [name]: ['a'] } }, {})).toEqual([]);
    }
  });

  it('have only their own names, whatever a script of the page adds to Object.prototype', () => {
    const schemas: readonly JsonSchema[] = [
      { additionalProperties: false },
      { properties: { a: true }, additionalProperties: false },
      { additionalProperties: { type: 'string' } },
      { patternProperties: { '^x': { type: 'string' } } },
      { propertyNames: { maxLength: 1 } },
      { properties: { a: true }, unevaluatedProperties: false },
    ];
    const checks = schemas.map((schema) => compileSchema(schema));
    const prototype = Object.prototype as { xAll?: unknown };
    prototype.xAll = () => 1;
    const verdicts = checks.map((check) => [check({}).ok, check({ xy: 1 }).ok]);
    delete prototype.xAll;
    expect(verdicts).toEqual(schemas.map(() => [true, false]));
  });

  it('that are not JSON are refused', () => {
    expect(messages({ type: 'number' }, NaN)).toHaveLength(1);
    expect(messages({ type: 'number' }, Infinity)).toHaveLength(1);
    expect(messages({ type: 'integer' }, 10n)).toHaveLength(1);
    expect(messages({ type: 'object' }, undefined)).toHaveLength(1);
    expect(messages({ type: 'object' }, () => 1)).toHaveLength(1);
    expect(messages({ required: ['a'] }, { a: undefined })).toEqual(['`a` is required']);
  });
});

describe('huge schemas', () => {
  it('compile and decide', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `p${i}`);
    const wide: JsonSchema = {
      type: 'object',
      properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
      required: names,
      additionalProperties: false,
    };
    const value = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(messages(wide, value)).toEqual([]);
    expect(messages(wide, { ...value, p2999: 5, p3000: 'x' })).toEqual([
      '`p2999` must be a string; got 5',
      '`p3000` is not a known property; did you mean `p300`?',
    ]);
    const kinds = names.map((name) => ({
      type: 'object',
      properties: { kind: { const: name } },
      required: ['kind'],
    }));
    expect(messages({ anyOf: kinds }, { kind: 'p2999' })).toEqual([]);
    expect(messages({ anyOf: kinds }, { kind: 'x' })).toHaveLength(1);
  });

  it('that are too deep for the compiler say so', () => {
    let deep: JsonSchema = { type: 'string' };
    for (let i = 0; i < 3000; i++) deep = { type: 'array', items: deep };
    expect(() => compileSchema(deep)).toThrow(/This nests more than 512 levels deep\./);
  });
});

describe('results', () => {
  it('are computed when first read, and serialise', () => {
    const result = compileSchema({ type: 'string' })(5);
    expect(JSON.parse(JSON.stringify(result))).toEqual({
      ok: false,
      issues: [
        {
          path: '',
          keyword: 'type',
          message: 'the value must be a string; got 5',
          params: { type: 'string' },
        },
      ],
    });
    expect(!result.ok && result.issues === result.issues).toBe(true);
  });

  it('give the value itself where the schema has no defaults', () => {
    const value = { a: [1] };
    const result = compileSchema({ type: 'object' })(value);
    expect(result.ok && result.value).toBe(value);
  });
});

it('does not mistake the items of an array for properties', () => {
  const byIndex = { dependentSchemas: { '0': { prefixItems: [true] } }, unevaluatedItems: false };
  const byLength = { dependentSchemas: { length: { prefixItems: [true, true] } }, unevaluatedItems: false };
  expect([messages(byIndex, [1]).length, messages(byLength, [1, 2]).length]).toEqual([1, 2]);
});

describe('hostile schemas', () => {
  const chain = (form: (next: JsonSchema) => JsonSchema): JsonSchema => ({
    $ref: '#/$defs/d0',
    $defs: Object.fromEntries([
      ...Array.from({ length: 30 }, (_, index) => [`d${index}`, form({ $ref: `#/$defs/d${index + 1}` })]),
      ['d30', { type: 'object' }],
    ]),
  });

  it.each<[string, (next: JsonSchema) => JsonSchema]>([
    ['allOf', (next) => ({ allOf: [next, next] })],
    ['anyOf', (next) => ({ anyOf: [next, next] })],
    ['oneOf', (next) => ({ oneOf: [next, next] })],
    ['if', (next) => ({ if: next, else: next })],
    ['unevaluatedProperties', (next) => ({ allOf: [next, next], unevaluatedProperties: false })],
    ['properties', (next) => ({ anyOf: [{ properties: { a: next } }, { properties: { a: next } }] })],
  ])('are refused where references multiply what is checked: %s', (_keyword, form) => {
    expect(findSchemaIssues(chain(form))).toEqual([
      expect.objectContaining({
        keyword: '$ref',
        message: 'Its references multiply: one value would be checked more than 1,000,000 times.',
      }),
    ]);
  });

  it('ask for each part of a value once per definition, where references multiply less', () => {
    const d15 = { properties: { a: { type: 'number' } } };
    const forms = Array.from({ length: 15 }, (_, index) => [
      `d${index}`,
      { anyOf: [1, 2].map((minProperties) => ({ $ref: `#/$defs/d${index + 1}`, minProperties })) },
    ]);
    const schema = { $ref: '#/$defs/d0', $defs: { ...Object.fromEntries(forms), d15 } };
    let reads = 0;
    const value = {
      get a() {
        reads++;
        return 'text';
      },
    };
    // Once for the verdict, and once for the message.
    expect([compileSchema(schema)(value).ok, reads]).toEqual([false, 2]);
  });

  it('are refused where defaults multiply', () => {
    const filled = (next: JsonSchema): JsonSchema => ({ allOf: [next], default: {} });
    const branches = chain((next) => ({ properties: { a: filled(next), b: filled(next) } }));
    expect(findSchemaIssues(branches)).toEqual([
      expect.objectContaining({
        keyword: 'default',
        message: 'Defaults within defaults would make more than 100,000 values of one.',
      }),
    ]);
  });

  it('are taken where they are large, and nothing multiplies', () => {
    const oneOf = Array.from({ length: 600 }, (_, index) => ({
      type: 'object',
      properties: { [`part${index}`]: { $ref: '#/$defs/count' } },
      required: [`part${index}`],
    }));
    expect(findSchemaIssues({ oneOf, $defs: { count: { type: 'number' } } })).toEqual([]);
  });

  it('are taken where references lead to different parts of a value', () => {
    expect(findSchemaIssues(chain((next) => ({ properties: { a: next, b: next } })))).toEqual([]);
  });

  const MARKS = [
    '\ue0000\ue000',
    '\ue0010\ue001;',
    '\ue004',
    '\ue0010\ue001;"+globalThis.pwned+"',
    '"',
    '`${1}`',
  ];

  it.each(MARKS)('with %j as a name, a value or a string do not change the code', (mark) => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        [mark]: { const: mark },
        kind: { enum: [mark, 'b'] },
        union: {
          anyOf: [
            { type: 'string', const: mark },
            { type: 'object', required: [mark] },
          ],
        },
      },
      required: [mark],
      additionalProperties: false,
    };
    expect(messages(schema, { [mark]: mark, kind: mark, union: { [mark]: 1 } })).toEqual([]);
    expect(messages(schema, { [mark]: 'x', kind: mark, union: mark })).toHaveLength(1);
    expect(messages(schema, { kind: 'c' })).toHaveLength(2);
  });

  it.each(['elsewhere', 'else', 'iff', 'd', 'd0', 'p', 'data', 'errors', 'instancePath', '$report'])(
    'with %j as a name are read by it',
    (name) => {
      const inner: JsonSchema = {
        type: 'object',
        properties: { [name]: { type: 'string' } },
        required: [name],
      };
      const schema: JsonSchema = { properties: { [name]: inner, list: { items: inner } } };
      expect(messages(schema, { [name]: { [name]: 'x' }, list: [{ [name]: 'x' }] })).toEqual([]);
      expect(messages(schema, { [name]: { [name]: 5 }, list: [{}] })).toEqual([
        `\`${name}.${name}\` must be a string; got 5`,
        `\`list[0].${name}\` is required`,
      ]);
    },
  );

  it('that contain a placeholder and code for it run nothing', () => {
    const code = '0+[].constructor.constructor(`return `+(29).toString(36))()+';
    const schema: JsonSchema = {
      type: 'object',
      properties: { Number: { const: '\ue0010\ue001;', properties: { [code]: { $ref: '#/$defs/Node' } } } },
      $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
    };
    expect(messages(schema, { Number: 1 })).toEqual(['`Number` must be "\ue0010\ue001;"; got 1']);
    expect(messages(schema, { Number: '\ue0010\ue001;' })).toEqual([]);
  });
});
