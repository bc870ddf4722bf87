import type { JsonSchema } from '@btcp/core';
import { describe, expect, it } from 'vitest';
import { compileSchema } from '../compile/index.ts';
import { relaxRequired } from './relax-required.ts';

const COUNT = { type: 'integer', default: 5 };

function relaxed(schema: object, kept: readonly string[] = []): unknown {
  const copy = structuredClone(schema) as Record<string, unknown>;
  relaxRequired(copy, new Set(kept));
  return copy;
}

const object = (required: readonly string[] | undefined, properties: object): JsonSchema & object => ({
  type: 'object',
  ...(required && { required }),
  properties,
});

/** How a schema is held by another one, and a value by one that it describes. */
interface Holder {
  readonly schema: (held: JsonSchema) => JsonSchema & object;
  readonly value?: (held: object) => object;
}

const kind = (name: string): JsonSchema & object =>
  object(['kind', 'count'], { kind: { const: name }, count: COUNT });
const inProperty = (held: JsonSchema): JsonSchema & object => ({ type: 'object', properties: { s: held } });
const sameKind = { properties: { kind: { const: 'a' }, size: COUNT }, required: ['kind', 'size'] };

const same = (held: object): object => held;

const HOLDERS: readonly Holder[] = [
  { schema: inProperty, value: (s) => ({ s }) },
  { schema: (items) => ({ items }), value: (item) => [item, { ...item, count: 5 }] },
  { schema: (items) => ({ items, uniqueItems: true }), value: (item) => [item, { ...item, count: 5 }] },
  { schema: (held) => ({ allOf: [held] }) },
  { schema: (held) => ({ anyOf: [held, { type: 'null' }] }) },
  { schema: (held) => ({ anyOf: [held, kind('b')] }) },
  { schema: (held) => ({ oneOf: [held, kind('b')] }) },
  { schema: (held) => ({ anyOf: [held, kind('b')], oneOf: [sameKind, kind('c')] }) },
  { schema: (held) => ({ anyOf: [held, sameKind] }) },
  { schema: (held) => ({ allOf: [held], maxProperties: 1 }) },
  { schema: (held) => ({ allOf: [held], not: { required: ['count'] } }) },
  { schema: (held) => ({ ...inProperty(held), unevaluatedProperties: false }), value: (s) => ({ s }) },
  {
    schema: (held) => ({ properties: { s: held, t: { anyOf: [held, { type: 'null' }] } } }),
    value: (s) => ({ s, t: s }),
  },
];

describe('relaxRequired', () => {
  it('removes properties with a default from `required`', () => {
    const properties = { name: { type: 'string' }, count: COUNT };
    expect(relaxed(object(['name', 'count'], properties))).toEqual(object(['name'], properties));
    expect(relaxed(object(['count'], { count: COUNT }))).toEqual(object(undefined, { count: COUNT }));
  });

  it('reaches nested objects, arrays, maps, intersections and definitions', () => {
    const tree = (required?: readonly string[]): object => ({
      ...object(['a', 'b', 'c', 'd'], {
        a: object(required, { count: COUNT }),
        b: { type: 'array', items: object(required, { count: COUNT }) },
        c: { type: 'object', additionalProperties: object(required, { count: COUNT }) },
        d: { $ref: '#/$defs/D' },
      }),
      allOf: [object(required, { count: COUNT })],
      $defs: { D: object(required, { count: { $ref: '#/$defs/Count' } }), Count: COUNT },
    });
    expect(relaxed(tree(['count']))).toEqual(tree());
  });

  it('reaches tagged unions, and no others, where no default is applied', () => {
    const branch = (kind: string, required: readonly string[]): object =>
      object(required, { kind: { const: kind, default: kind }, count: COUNT });
    expect(relaxed({ anyOf: [branch('a', ['kind', 'count']), branch('b', ['kind', 'count'])] })).toEqual({
      anyOf: [branch('a', ['kind']), branch('b', ['kind'])],
    });
    const open = { anyOf: [object(['count'], { count: COUNT }), { type: 'string' }] };
    expect(relaxed(open)).toEqual(open);
  });

  it('leaves what the runtime would not fill', () => {
    const { properties, required } = kind('a');
    const anything = { properties, required };
    const union = [kind('a'), kind('b')];
    const open = [
      { anyOf: [anything, kind('b')] },
      { anyOf: union, oneOf: union },
      { ...object(undefined, { a: { anyOf: union } }), unevaluatedProperties: false },
      { uniqueItems: true, items: kind('a') },
      { ...kind('a'), maxProperties: 1 },
      { not: { required: ['count'] }, properties: { a: kind('a') } },
      {
        properties: { a: { $ref: '#/$defs/A' }, b: { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }] } },
        $defs: { A: kind('a') },
      },
    ];
    for (const schema of open) expect(relaxed(schema)).toEqual(schema);
    expect(relaxed({ type: 'object', anyOf: [anything, kind('b')] })).not.toEqual(open[0]);
  });

  it('never lets a tool get a value that its author refuses', () => {
    let accepted = 0;
    for (const outer of HOLDERS)
      for (const inner of HOLDERS) {
        const $defs = { K: kind('a') };
        const schema = { ...outer.schema(inner.schema({ $ref: '#/$defs/K' })), $defs };
        const value = [inner, outer].reduce<object>((held, { value = same }) => value(held), { kind: 'a' });
        const result = compileSchema(relaxed(schema) as JsonSchema)(value);
        if (!result.ok) continue;
        accepted++;
        expect({ schema, given: compileSchema(schema)(result.value) }).toEqual({
          schema,
          given: { ok: true, value: result.value },
        });
      }
    expect(accepted).toBe(23);
  });

  it('leaves data and excluded properties alone', () => {
    const data = { type: 'object', default: object(['count'], { count: COUNT }) };
    expect(relaxed(data)).toEqual(data);
    const kept = object(['count'], { count: COUNT });
    expect(relaxed(kept, ['/properties/count'])).toEqual(kept);
  });

  it('ends for recursive schemas', () => {
    const loop = {
      $ref: '#/$defs/A',
      $defs: { A: object(['a'], { a: { $ref: '#/$defs/B' } }), B: { $ref: '#/$defs/B' } },
    };
    expect(relaxed(loop)).toEqual(loop);
  });
});
