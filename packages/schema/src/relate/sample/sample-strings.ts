import { FORMATS } from '../../compile/formats.ts';
import { getOwn, type MutableObject } from '../../model/own-property.ts';
import type { Random } from './random.ts';
import { samplePattern } from './sample-pattern.ts';

const WORDS = ['', 'a', 'B5', 'not it', '!', 'ä'];

/** Longer strings are not tried. */
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
