import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema, compileValidators } from './index.ts';

function issues(schema: JsonSchema, value: unknown): string[] {
  const result = compileSchema(schema)(value);
  return result.ok ? [] : result.issues.map(({ path, keyword, message }) => `${path} ${keyword}: ${message}`);
}

const circle = {
  type: 'object',
  properties: { kind: { const: 'circle' }, radius: { type: 'number', minimum: 0 } },
  required: ['kind', 'radius'],
};
const square = {
  type: 'object',
  properties: { kind: { const: 'square' }, side: { type: 'number' } },
  required: ['kind', 'side'],
  additionalProperties: false,
};

const isSwitch = (schema: JsonSchema): boolean =>
  compileValidators({ a: schema }).code.includes('const tag0');

describe.each(['anyOf', 'oneOf'])('%s of tagged objects', (keyword) => {
  const schema = { [keyword]: [circle, square] };

  it('reports the chosen branch only', () => {
    expect(isSwitch(schema)).toBe(true);
    expect(issues(schema, { kind: 'circle', radius: 1, extra: true })).toEqual([]);
    expect(issues(schema, { kind: 'square', side: 1 })).toEqual([]);
    expect(issues(schema, { kind: 'circle', radius: -1 })).toEqual([
      '/radius minimum: `radius` must be at least 0; got -1',
    ]);
    expect(issues(schema, { kind: 'square', sides: 1 })).toEqual([
      ' required: `side` is required',
      '/sides additionalProperties: `sides` is not a known property; did you mean `side`? Known are `kind`, `side`',
    ]);
  });

  it('lists the possible tags', () => {
    expect(issues(schema, { kind: 'x' })).toEqual([
      '/kind enum: `kind` must be one of circle, square; got "x"',
    ]);
    expect(issues(schema, {})).toEqual([' required: `kind` is required']);
    expect(issues(schema, 5)).toEqual([' type: the value must be an object; got 5']);
    expect(issues(schema, null)).toEqual([' type: the value must be an object; got null']);
    expect(issues(schema, [])).toEqual([' type: the value must be an object; got []']);
  });

  it('may include other types than objects', () => {
    const nullable = { [keyword]: [circle, { type: 'null' }, square] };
    expect(isSwitch(nullable)).toBe(true);
    expect(issues(nullable, null)).toEqual([]);
    expect(issues(nullable, 5)).toEqual([' type: the value must be null or an object; got 5']);
    expect(issues(nullable, { kind: 'circle' })).toEqual([' required: `radius` is required']);
  });

  it('may refer to its branches, and let one branch have several tags', () => {
    const referring = {
      $defs: {
        circle,
        round: { allOf: [{ $ref: '#/$defs/circle' }] },
        other: { type: 'object', properties: { kind: { enum: ['oval', 'point'] } }, required: ['kind'] },
      },
      [keyword]: [{ $ref: '#/$defs/round' }, { $ref: '#/$defs/other' }],
    };
    expect(isSwitch(referring)).toBe(true);
    expect(issues(referring, { kind: 'point' })).toEqual([]);
    expect(issues(referring, { kind: 'circle', radius: 'x' })).toEqual([
      '/radius type: `radius` must be a number; got "x"',
    ]);
    expect(issues(referring, { kind: 'x' })).toEqual([
      '/kind enum: `kind` must be one of circle, oval, point; got "x"',
    ]);
  });

  it.each<[string, unknown[]]>([
    ['a tag is optional in one branch', [circle, { ...square, required: ['side'] }]],
    ['two branches share a tag', [circle, { ...circle, required: ['kind'] }]],
    ['a branch takes more than objects', [circle, { ...square, type: undefined }]],
    ['a branch has no tag', [circle, square, { type: 'object' }]],
    [
      'the tag is no literal',
      [circle, { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'] }],
    ],
  ])('is no switch where %s', (_, branches) => {
    expect(isSwitch(JSON.parse(JSON.stringify({ [keyword]: branches })) as JsonSchema)).toBe(false);
  });
});

describe('other unions', () => {
  it('of literals become one array of values', () => {
    const schema = { anyOf: [{ const: 'a', type: 'string' }, { const: 'b' }, { enum: ['c', 1] }] };
    expect(issues(schema, 'x')).toEqual([' enum: the value must be one of "a", "b", "c", 1; got "x"']);
    expect(issues({ anyOf: [{ const: 'a', type: 'number' }, { const: 'b' }] }, 'a')).toEqual([
      ' enum: the value must be one of b; got "a"',
    ]);
    expect(issues({ oneOf: [{ const: 'a' }, { enum: ['a', 'b'] }] }, 'a')).toEqual([
      ' oneOf: the value must fit exactly one of 2 alternatives, but fits numbers 1 and 2',
    ]);
  });

  it('of types become one array of types', () => {
    expect(issues({ anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }, [1])).toEqual([
      ' type: the value must be a string, a number or null; got [1]',
    ]);
    expect(issues({ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 1)).toEqual([
      ' oneOf: the value must fit exactly one of 2 alternatives, but fits numbers 1 and 2',
    ]);
    expect(issues({ oneOf: [{ type: 'integer' }, { type: 'number' }] }, 1.5)).toEqual([]);
  });

  it('report the branch that was clearly meant', () => {
    const schema = {
      anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { type: 'null' }],
    };
    expect(issues(schema, { a: 5 })).toEqual(['/a type: `a` must be a string; got 5']);
    expect(issues(schema, 5)).toEqual([' type: the value must be an object or null; got 5']);
  });

  it('otherwise describe the expected types in one sentence', () => {
    const either = { anyOf: [{ required: ['id'] }, { required: ['name'] }] };
    expect(issues(either, {})).toEqual([
      ' anyOf: the value must fit one of 2 alternatives: `id` is required; or `name` is required; got {}',
    ]);
    const text = {
      anyOf: [
        { type: 'integer', minimum: 5 },
        { type: 'string', pattern: '^a' },
      ],
    };
    expect(issues(text, 'b')).toEqual([' pattern: the value must match the pattern ^a; got "b"']);
    expect(issues(text, null)).toEqual([' type: the value must be an integer or a string; got null']);
    const bounds = { anyOf: [{ minimum: 5 }, { const: 1 }, { multipleOf: 7 }] };
    expect(issues(bounds, 2)).toEqual([
      ' anyOf: the value must be at least 5, be 1 or be a multiple of 7; got 2',
    ]);
  });

  it('stay short when nested and wide', () => {
    const wide = { anyOf: Array.from({ length: 50 }, (_, i) => ({ required: [`p${i}`] })) };
    const [only, ...more] = issues({ anyOf: [wide, { required: ['q'] }] }, {});
    expect(more).toEqual([]);
    expect(only?.length).toBeLessThan(400);
  });

  it('handle a false branch, and an always true one', () => {
    expect(issues({ anyOf: [false, { type: 'string' }] }, 1)).toHaveLength(1);
    expect(issues({ anyOf: [true, { type: 'string' }] }, 1)).toEqual([]);
    expect(issues({ oneOf: [true, { type: 'string' }] }, 'x')).toHaveLength(1);
  });
});
