import { describe, expect, it } from 'vitest';
import { settleInput, widenUnions } from './settle-schema.ts';

const text = { type: 'string' };
const object = (properties: object, more: object = {}): Record<string, unknown> => ({
  type: 'object',
  properties,
  ...more,
});
const closed = (properties: object, more: object = {}): Record<string, unknown> =>
  object(properties, { ...more, additionalProperties: false });

function settled(schema: Record<string, unknown>): unknown {
  const copy = structuredClone(schema);
  settleInput(copy);
  return copy;
}

describe('settleInput', () => {
  it('closes objects that alone describe their properties', () => {
    const ref = { $ref: '#/$defs/A' };
    const schema = (of: typeof object): Record<string, unknown> =>
      of(
        { a: of({ b: text }), list: { type: 'array', items: ref }, one: { anyOf: [of({ c: text }), ref] } },
        {
          $defs: { A: of({ d: text }) },
        },
      );
    expect(settled(schema(object))).toEqual(schema(closed));
  });

  it('leaves open what others describe, too, and what says itself what else it takes', () => {
    const ref = { $ref: '#/$defs/A' };
    const schema = closed(
      {
        both: { allOf: [ref, object({ b: text })] },
        beside: object({ c: text }, { anyOf: [object({ d: text }), ref] }),
        map: object({ e: text }, { additionalProperties: text }),
        alone: ref,
        free: { type: 'object' },
      },
      { $defs: { A: object({ f: text }) } },
    );
    expect(settled(schema)).toEqual(schema);
  });

  it('takes what has a default out of `required`', () => {
    expect(settled(closed({ a: { ...text, default: 'x' }, b: text }, { required: ['a', 'b'] }))).toEqual(
      closed({ a: { ...text, default: 'x' }, b: text }, { required: ['b'] }),
    );
  });
});

describe('widenUnions', () => {
  it('writes `oneOf` as `anyOf`, and says whether that accepts more', () => {
    const schema = { items: { oneOf: [object({ a: text }), object({ b: text })] } };
    expect(widenUnions(schema)).toBe(true);
    expect(schema).toEqual({ items: { anyOf: [object({ a: text }), object({ b: text })] } });
    const types = { oneOf: [text, { type: 'null' }] };
    expect(widenUnions(types)).toBe(false);
    expect(types).toEqual({ anyOf: [text, { type: 'null' }] });
  });
});
