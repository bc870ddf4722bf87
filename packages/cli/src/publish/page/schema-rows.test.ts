import { describe, expect, it } from 'vitest';
import { schemaRows } from './tool-section.ts';

const lines = (schema: object): readonly string[] =>
  schemaRows({ type: 'object', ...schema }).map(
    ({ place, type, isRequired, limits, description }) =>
      `${place}${isRequired ? '!' : ''}: ${[type, ...limits, description].filter(Boolean).join('; ')}`,
  );

describe('schemaRows', () => {
  it('lists properties, and those inside of objects and arrays', () => {
    const item = { type: 'object', properties: { id: { type: 'string', pattern: '^o' } }, required: ['id'] };
    expect(
      lines({
        required: ['order'],
        properties: {
          order: {
            type: 'object',
            description: 'The order.',
            properties: { items: { type: 'array', items: item } },
          },
          limit: { type: 'integer', minimum: 1, maximum: 9, default: 3 },
        },
      }),
    ).toEqual([
      'order!: object; The order.',
      'order.items: array of object',
      'order.items[].id!: string; matches ^o',
      'limit: integer; by default 3; at least 1; at most 9',
    ]);
  });

  it('says what unions, constants, references and booleans take', () => {
    const properties = {
      unit: { enum: ['a', null] },
      value: { anyOf: [{ type: 'string' }, { const: 0 }, { $ref: '#/$defs/Node' }] },
      list: { type: ['array', 'null'], uniqueItems: true },
      any: true,
      none: false,
    };
    expect(lines({ properties, $defs: { Node: { type: 'object' } } })).toEqual([
      'unit: "a" | null',
      'value: string | 0 | object',
      'list: array | null; no item twice',
      'any: anything',
      'none: nothing',
    ]);
  });

  it('ends with a schema that leads back into itself', () => {
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } };
    expect(lines({ properties: { node: { $ref: '#/$defs/Node' } }, $defs: { Node: node } })).toEqual([
      'node: object',
      'node.next: object',
    ]);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`p${index}`, { $ref: '#' }]));
    expect(lines({ properties: many })).toHaveLength(20);
    expect(lines({ properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: { $ref: '#/$defs/A' } } })).toEqual([
      'a: anything',
    ]);
  });

  it('lists as deep as there are few rows, and of many alternatives the first', () => {
    const names = Array.from({ length: 40 }, (_, index) => `t${index}`);
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]));
    const $defs = Object.fromEntries(
      names.map((name) => [name, { type: 'object', properties: { ...properties } }]),
    );
    expect(lines({ properties, $defs })).toHaveLength(40);
    expect(lines({ properties: { one: { $ref: '#/$defs/t0' } }, $defs }).slice(0, 3)).toEqual([
      'one: object',
      'one.t0: object',
      'one.t1: object',
    ]);
    const any = { anyOf: Array.from({ length: 22 }, (_, index) => ({ const: index })) };
    expect(lines({ properties: { any } })).toEqual([
      'any: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 17 | 18 | 19 | …',
    ]);
  });
});
