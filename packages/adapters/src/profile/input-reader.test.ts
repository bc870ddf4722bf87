import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInput } from './input-reader.ts';

const dropNulls = (input: Readonly<Record<string, unknown>>, schema: object): unknown =>
  readInput(input, { ...schema }, { dropsNulls: true });

const point = {
  type: 'object',
  properties: { x: { type: 'number' }, label: { type: 'string' } },
  required: ['x'],
};

describe('nulls for absent properties', () => {
  it('reaches into arrays, references, maps and intersections', () => {
    const schema = {
      type: 'object',
      properties: {
        points: { type: 'array', items: { $ref: '#/$defs/point' } },
        byName: { type: 'object', additionalProperties: { $ref: '#/$defs/point' } },
        both: { allOf: [{ $ref: '#/$defs/point' }, { properties: { y: { type: 'number' } } }] },
      },
      $defs: { point },
    };
    const given = { x: 1, label: null };
    expect(dropNulls({ points: [given], byName: { a: given }, both: { ...given, y: null } }, schema)).toEqual(
      { points: [{ x: 1 }], byName: { a: { x: 1 } }, both: { x: 1 } },
    );
  });

  it('follows the intended branch', () => {
    const schema = {
      type: 'object',
      properties: {
        shape: {
          anyOf: [
            {
              type: 'object',
              properties: { kind: { const: 'circle' }, radius: { type: 'number' } },
              required: ['kind'],
            },
            {
              type: 'object',
              properties: { kind: { const: 'any' }, radius: { type: ['number', 'null'] } },
              required: ['kind'],
            },
          ],
        },
      },
    };
    expect(dropNulls({ shape: { kind: 'circle', radius: null } }, schema)).toEqual({
      shape: { kind: 'circle' },
    });
    const kept = { shape: { kind: 'any', radius: null } };
    expect(dropNulls(kept, schema)).toEqual(kept);
  });

  it('ends for branches that look alike, inside each other', () => {
    const next = { $ref: '#/$defs/node' };
    const node = { type: 'object', properties: { next, a: { type: 'string' } } };
    const schema = {
      type: 'object',
      properties: { next },
      $defs: { node: { anyOf: [node, { ...node, description: 'The same.' }] } },
    };
    const nested = (inner: object): object =>
      Array.from({ length: 60 }).reduce<object>((value) => ({ next: value }), inner);
    expect(dropNulls({ next: nested({ a: null }) }, schema)).toEqual({ next: nested({}) });
    // Each of these takes as many steps as one question may.
    const many = Array.from({ length: 100 }, () => nested({ a: 5 }));
    const list = { ...schema, properties: { list: { type: 'array', items: next } } };
    expect(dropNulls({ list: many }, list)).toEqual({ list: many });
  });

  it('keeps null where it is required, allowed or unknown', () => {
    const schema = {
      type: 'object',
      properties: {
        required: { type: 'string' },
        enumerated: { enum: ['a', null] },
        free: {},
        either: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        constant: { const: null },
      },
      required: ['required'],
    };
    const given = {
      required: null,
      enumerated: null,
      free: null,
      either: null,
      constant: null,
      unknown: null,
    };
    expect(dropNulls(given, schema)).toEqual(given);
  });

  it('restores what was left out, for any object', () => {
    const value = fc.letrec<{ schema: object }>((tie) => ({
      schema: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<object>({ type: 'string' }, { type: ['number', 'null'] }, { enum: ['a', null] }),
        fc.record({ type: fc.constant('array'), items: tie('schema') }),
        fc
          .dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('schema'), { noNullPrototype: true })
          .map((properties) => ({
            type: 'object',
            properties,
            required: Object.keys(properties).slice(0, 1),
          })),
      ),
    })).schema;
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('a', 'b', 'c'), value),
        fc.infiniteStream(fc.boolean()),
        (properties, coins) => {
          const schema = { type: 'object', properties };
          const flip = (): boolean => coins.next().value;
          const original = sample(schema, flip) as Record<string, unknown>;
          const sent = fillNulls(schema, original) as Record<string, unknown>;
          expect(dropNulls(sent, schema)).toEqual(original);
        },
      ),
      { seed: 5, numRuns: 500 },
    );
  });
});

interface Sampled {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Sampled>>;
  readonly required?: readonly string[];
  readonly items?: Sampled;
}

/** A valid value, with some of the optional properties. */
function sample({ type, properties = {}, required = [], items }: Sampled, flip: () => boolean): unknown {
  if (type === 'array') return flip() ? [sample(items ?? {}, flip)] : [];
  if (type === 'string') return 'text';
  if (type !== 'object') return flip() ? null : type === undefined ? 'a' : 1;
  const given = Object.entries(properties).filter(([name]) => required.includes(name) || flip());
  return Object.fromEntries(given.map(([name, property]) => [name, sample(property, flip)]));
}

/** The value as a strict call has to send it. */
function fillNulls({ type, properties = {}, items }: Sampled, value: unknown): unknown {
  if (type === 'array') return (value as unknown[]).map((item) => fillNulls(items ?? {}, item));
  if (type !== 'object') return value;
  const object = value as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      if (Object.hasOwn(object, name)) return [[name, fillNulls(property, object[name])]];
      // A property that may be null cannot be absent in a strict call.
      return mayBeNull(property) ? [] : [[name, null]];
    }),
  );
}

const mayBeNull = ({ type }: Sampled): boolean => type === undefined || Array.isArray(type);
