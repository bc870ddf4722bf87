import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemaFingerprint } from './schema-fingerprint.ts';

describe('schemaFingerprint', () => {
  it('is 16 hexadecimal digits that never change between versions', () => {
    expect(schemaFingerprint({ type: 'object', properties: {} })).toBe('e57df0bd63792b13');
  });

  it('does not depend on the order of keys, and ignores absent ones', () => {
    expect(schemaFingerprint({ a: 1, b: { c: 2, d: 3 } })).toBe(
      schemaFingerprint({ b: { d: 3, c: 2 }, a: 1, e: undefined }),
    );
  });

  it('ignores what an object inherits', () => {
    const inheriting = Object.assign(Object.create({ inherited: 1 }) as object, { a: 1 });
    expect(schemaFingerprint(inheriting)).toBe(schemaFingerprint({ a: 1 }));
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [{ a: null }, { a: 'null' }],
    [
      [1, 2],
      [2, 1],
    ],
    [[], {}],
    [{ a: { b: 1 } }, { b: { a: 1 } }],
    [{ enum: ['ab', 'c'] }, { enum: ['a', 'bc'] }],
    [
      { a: 1, b: 2 },
      { a: 2, b: 1 },
    ],
    [true, 'true'],
  ])('tells %j from %j', (a, b) => {
    expect(schemaFingerprint(a)).not.toBe(schemaFingerprint(b));
  });

  it('survives JSON, and differs for different JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const same = JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
        expect(schemaFingerprint(JSON.parse(JSON.stringify(a)))).toBe(schemaFingerprint(a));
        expect(schemaFingerprint(a) === schemaFingerprint(b)).toBe(same);
      }),
      { seed: 20_261_121, numRuns: 500 },
    );
  });
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}
