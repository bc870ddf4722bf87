import { getOwn, type MutableObject } from '@btcp/schema';
import type { Random } from './random.ts';
import { samplePattern } from './sample-pattern.ts';

/** One text of each format. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'ada@example.com',
  'idn-email': 'ada@example.com',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/a',
  'uri-reference': '/a',
  url: 'https://example.com/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  'json-pointer': '/a',
  regex: 'a+',
};

const WORDS = ['', 'a', 'B5', 'not it', '!', 'ä'];

/** Longest text that is tried. */
const MAX_LENGTH = 5000;

/** A text that often fits a schema, and sometimes lies just beyond its limits. */
export function sampleText(schema: MutableObject, lengths: readonly number[], random: Random): string {
  const format = getOwn(schema, 'format');
  const pattern = getOwn(schema, 'pattern');
  if (typeof format === 'string' && Object.hasOwn(FORMATS, format) && !random.isLucky(0.1)) {
    return FORMATS[format] ?? '';
  }
  const text = typeof pattern === 'string' ? samplePattern(pattern, random) : (random.pick(WORDS) ?? '');
  const shortest = getOwn(schema, 'minLength');
  const length = typeof shortest === 'number' && !random.isLucky(0.2) ? shortest : random.pick(lengths);
  if (typeof pattern === 'string' || length === undefined) return text;
  return random.isLucky(0.5) || text.length < length ? text.padEnd(Math.min(length, MAX_LENGTH), 'x') : text;
}
