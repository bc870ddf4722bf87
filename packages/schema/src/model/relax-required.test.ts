import { describe, expect, it } from 'vitest';
import { relaxRequired } from './relax-required.ts';

const COUNT = { type: 'integer', default: 5 };

function relaxed(schema: object, kept: readonly string[] = []): unknown {
  const copy = structuredClone(schema) as Record<string, unknown>;
  relaxRequired(copy, new Set(kept));
  return copy;
}

const object = (required: readonly string[] | undefined, properties: object): object => ({
  type: 'object',
  ...(required && { required }),
  properties,
});

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
