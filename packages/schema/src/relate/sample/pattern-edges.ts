import type { CodeRange } from '../../pattern/character-sets.ts';
import { parsePattern } from '../../pattern/parse-pattern.ts';
import type { PatternNode } from '../../pattern/pattern-node.ts';

/** Maximum length of a string, strings of a pattern, and ranges of a set. */
const MAX_LENGTH = 5000;
const MAX_EDGES = 200;
const MAX_RANGES = 4;
/** Preferred in matches. */
const READABLE = Array.from('a0A', (char) => char.charCodeAt(0));

/**
 * Strings that a regular expression just accepts or just refuses: a short match, and copies of it with one part changed: a
 * character at the end of its set or beyond, a part left out or twice, one repetition more or fewer than allowed, something
 * before or after the whole. Look-arounds and back-references are not respected, so callers must ask which ones match.
 *
 * @returns None of a pattern that is not supported.
 */
export function patternEdges(pattern: string): readonly string[] {
  const parsed = parsePattern(pattern);
  if (parsed === undefined) return [];
  const edges = new Set<string>([shortest(parsed), '']);
  for (const edge of changed(parsed)) {
    if (edges.size >= MAX_EDGES) break;
    if (edge.length <= MAX_LENGTH) edges.add(edge);
  }
  return [...edges];
}

/** A short string that a node matches; cut where it is long. */
function shortest(node: PatternNode): string {
  switch (node.kind) {
    case 'set':
      return String.fromCodePoint(representative(node.ranges));
    case 'sequence':
      return node.parts.map(shortest).join('').slice(0, MAX_LENGTH);
    case 'choice':
      return node.options.map(shortest).reduce((least, each) => (each.length < least.length ? each : least));
    case 'loop':
      return repeated(shortest(node.body), node.least);
    default:
      return '';
  }
}

function representative(ranges: readonly CodeRange[]): number {
  const readable = READABLE.find((code) => ranges.some(([from, to]) => from <= code && code <= to));
  return readable ?? ranges[0]?.[0] ?? 97;
}

const repeated = (text: string, times: number): string =>
  text.repeat(Math.min(times, Math.ceil(MAX_LENGTH / Math.max(1, text.length))));

/** The short string of a node with one part changed. */
function* changed(node: PatternNode): Iterable<string> {
  switch (node.kind) {
    case 'set':
      yield* neighboursOf(node.ranges);
      break;
    case 'sequence':
      yield* changedPart(node.parts.map(shortest), node.parts);
      break;
    case 'choice':
      for (const option of node.options) {
        yield shortest(option);
        yield* changed(option);
      }
      break;
    case 'loop':
      yield* changedLoop(node);
      break;
    case 'start':
    case 'end':
      yield* ['a', '\n'];
      break;
    default:
  }
}

function* changedPart(texts: readonly string[], parts: readonly PatternNode[]): Iterable<string> {
  for (const [index, part] of parts.entries())
    for (const text of [...withoutAndTwice(texts[index] ?? ''), ...changed(part)])
      yield texts.with(index, text).join('');
}

const withoutAndTwice = (text: string): readonly string[] => (text === '' ? [] : ['', text + text]);

function* changedLoop({ body, least, most }: PatternNode & { kind: 'loop' }): Iterable<string> {
  const once = shortest(body);
  for (const turns of [least - 1, least + 1, most, most + 1])
    if (turns >= 0 && turns < Infinity) yield repeated(once, turns);
  const others = repeated(once, Math.max(0, least - 1));
  for (const text of changed(body)) yield text + others;
}

/** The ends of ranges, what is beyond them, and the same letters in the other case. */
function* neighboursOf(ranges: readonly CodeRange[]): Iterable<string> {
  for (const [from, to] of ranges.slice(0, MAX_RANGES))
    for (const code of [from - 1, from, to, to + 1]) {
      if (code < 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) continue;
      const char = String.fromCodePoint(code);
      yield char;
      if (code >= from && code <= to) yield* [char.toLowerCase(), char.toUpperCase()];
    }
}
