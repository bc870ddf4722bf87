import { FORMATS } from '../../compile/formats.ts';
import { getOwn, type MutableObject } from '../../model/own-property.ts';
import type { Random } from './random.ts';
import type { CodeRange } from '../../pattern/character-sets.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';

const WORDS = ['', 'a', 'B5', 'not it', '!', 'ä'];

/** Longer strings are not tried, and loops have no more repetitions. */
const MAX_LENGTH = 5000;

/** A string that often fits a schema, and sometimes exceeds its limits slightly. */
export function sampleString(schema: MutableObject, lengths: readonly number[], random: Random): string {
  const format = FORMATS.get(String(getOwn(schema, 'format')));
  if (format?.example !== undefined && !random.isLucky(0.1)) return format.example;
  const pattern = getOwn(schema, 'pattern') ?? format?.pattern;
  const text = typeof pattern === 'string' ? samplePattern(pattern, random) : (random.pick(WORDS) ?? '');
  const shortest = getOwn(schema, 'minLength');
  const length = typeof shortest === 'number' && !random.isLucky(0.2) ? shortest : random.pick(lengths);
  if (typeof pattern === 'string' || length === undefined) return text;
  return random.isLucky(0.5) || text.length < length ? text.padEnd(Math.min(length, MAX_LENGTH), 'x') : text;
}

/** Maximum repetitions that are more than the least. */
const MAX_TURNS = 100;
/** Preferred as representatives of a set. */
const READABLE = Array.from('aZ09 -_', codeOf);

/**
 * A string that a regular expression probably matches; look-arounds are not respected. Callers must check it. Of a
 * pattern that is not supported, any string.
 */
export function samplePattern(pattern: string, random: Random): string {
  const parsed = parsePattern(pattern);
  return parsed === undefined ? 'a' : sampleNode(parsed, random);
}

function sampleNode(node: PatternNode, random: Random): string {
  switch (node.kind) {
    case 'set':
      return sampleSet(node.ranges, random);
    case 'sequence':
      return node.parts.map((part) => sampleNode(part, random)).join('');
    case 'choice': {
      const option = random.pick(node.options);
      return option === undefined ? '' : sampleNode(option, random);
    }
    case 'loop':
      return sampleLoop(node, random);
    default:
      return '';
  }
}

function sampleLoop({ body, least, most }: PatternNode & { kind: 'loop' }, random: Random): string {
  // The most, too, as callers stumble over it; patterns without one get no long string.
  const ends = [least, least + 1, most].filter((each) => each <= Math.min(most, MAX_TURNS));
  const turns = Math.min(random.pick(ends) ?? least, MAX_LENGTH);
  let text = '';
  for (let turn = 0; turn < turns && text.length < MAX_LENGTH; turn++) text += sampleNode(body, random);
  return text;
}

function sampleSet(ranges: readonly CodeRange[], random: Random): string {
  const [first = [97, 97], ...others] = ranges;
  const isIn = (code: number): boolean => ranges.some(([from, to]) => from <= code && code <= to);
  const ends = others.length === 0 ? first : [];
  const codes = [...READABLE.filter(isIn), ...ends.filter((code) => !READABLE.includes(code))];
  return String.fromCodePoint(random.pick(codes) ?? first[0]);
}

function codeOf(char: string): number {
  return char.codePointAt(0) ?? 0;
}
