import { expect, it } from 'vitest';
import { edgesOfPatterns } from './edges-of-patterns.ts';
import { patternEdges } from './pattern-edges.ts';

it('changes one part of a short match', () => {
  expect(patternEdges('^b[0-9]+$').join(' ')).toBe('b0  ab0 \nb0 0 bb0 a0 B0 c0 b b00 b/ b9 b: b0a b0\n');
  expect(patternEdges('x{2,3}|[^a-z]?').join(' ')).toBe(' xx x xxx xxxx wx Xx yx 0 00 \0 ` a z { \u{10ffff}');
});

/** Patterns, and mistakes in them. */
const MISTAKES: readonly (readonly [string, readonly string[]])[] = [
  ['^b[0-9]+$', ['^b[0-9]*$', '^b[0-9]$', '^b[0-8]+$', '^b[1-9]+$', '^b[0-9]+', 'b[0-9]+$', '^b\\w+$']],
  ['^[A-Z]{2,4}$', ['^[A-Z]{1,4}$', '^[A-Z]{3,4}$', '^[A-Z]{2,3}$', '^[A-Z]{2,5}$', '^[A-Za-z]{2,4}$']],
  ['^(?:on|off)$', ['^(?:on|of)$', '^on$', '^(?:on|off|)$', '^(?:on|offf*)$', '^.(?:n|ff)$']],
  ['^#[0-9a-f]{6}$', ['^#[0-9a-f]{3,6}$', '^#?[0-9a-f]{6}$', '^#[0-9a-fA-F]{6}$', '^#[0-9a-e]{6}$']],
  ['^[^\\s@]+@[^\\s@]+$', ['^[^\\s@]+@[^\\s@]*$', '^[^\\s@]*@[^\\s@]+$', '^.+@[^\\s@]+$']],
];

it.each(MISTAKES)('tells %s from patterns that are slightly wrong', (pattern, mistakes) => {
  const verdicts = (source: string): readonly boolean[] =>
    patternEdges(pattern).map((edge) => new RegExp(source, 'u').test(edge));
  expect(mistakes.filter((mistake) => verdicts(mistake).join() === verdicts(pattern).join())).toEqual([]);
});

it('gives nothing for what it cannot parse, and short strings for what would be long', () => {
  expect(patternEdges('a'.repeat(2001))).toEqual([]);
  const edges = patternEdges('^(?:(?:(?:ab){1000}){1000}){1000}c{5}$');
  expect(edges.length).toBeLessThan(200);
  expect(edges.every((edge) => edge.length <= 5000)).toBe(true);
  expect(patternEdges(`^${'[a-f]'.repeat(300)}$`)).toHaveLength(200);
});

it('gives strings for the patterns that a string matches', () => {
  const edgesFor = edgesOfPatterns({
    properties: {
      id: { type: 'string', pattern: '^b[0-9]+$' },
      state: { $ref: '#/$defs/state' },
      slow: { pattern: '^(?:a+)+$' },
    },
    $defs: { state: { pattern: '^(?:on|off)$' } },
  });
  expect(edgesFor('b7')).toEqual(patternEdges('^b[0-9]+$'));
  expect(edgesFor('off')).toContain('o');
  expect([edgesFor('aaa'), edgesFor('')]).toEqual([[], []]);
});
