import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFragment, getAtPointer, joinPointer, parsePointer, pointerToFragment } from './pointer.ts';

describe('JSON pointers', () => {
  it('escape names', () => {
    expect(joinPointer('/properties', 'a/b', '~', 0)).toBe('/properties/a~1b/~0/0');
    expect(parsePointer('/properties/a~1b/~0/0')).toEqual(['properties', 'a/b', '~', '0']);
    expect(parsePointer('')).toEqual([]);
    expect(parsePointer('a')).toBeUndefined();
  });

  it('find own members only', () => {
    expect(getAtPointer({ a: [{ b: 1 }] }, '/a/0/b')).toBe(1);
    expect(getAtPointer({ a: [1] }, '/a/00')).toBeUndefined();
    expect(getAtPointer({ a: [1] }, '/a/length')).toBeUndefined();
    expect(getAtPointer({}, '/constructor')).toBeUndefined();
    expect(getAtPointer(JSON.parse('{"__proto__":2}'), '/__proto__')).toBe(2);
  });

  it('become fragments that need no further escaping', () => {
    expect(pointerToFragment('/$defs/My Type%ü')).toBe('#/$defs/My%20Type%25%C3%BC');
    expect(decodeFragment('/a%')).toBe('/a%');
  });

  it('are parsed from tokens and from fragments', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 5 }), { maxLength: 4 }), (tokens) => {
        const pointer = joinPointer('', ...tokens);
        expect(parsePointer(pointer)).toEqual(tokens);
        expect(decodeFragment(pointerToFragment(pointer).slice(1))).toBe(pointer);
      }),
      { seed: 1 },
    );
  });
});
