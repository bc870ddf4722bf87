import type { JsonSchema } from '@btcp/core';
import { classesOf, GraphReader, type Ways } from './graph-reader.ts';
import { type PatternNode, parsePattern } from './parse-pattern.ts';
import { EXACT, graphOf, stopWhereMatched } from './position-graph.ts';
import { isObject } from '../model/own-property.ts';
import { walkSchema } from '../model/walk-schema.ts';

/** A pattern that is not proven fast. */
export interface SlowMatch {
  /** The shortest length at which more tries cannot be ruled out; absent where the pattern is too large to analyse. */
  readonly length?: number;
}

/** The most tries to read one character while matching a string: some hundredths of a second on today's machines. */
export const MAX_TRIES = 1_000_000;
/** The most tries at each character, for strings of any length. */
export const MAX_TRIES_EACH = 100;
/** Loops with more iterations count as unbounded where unrolling them would be too large. */
const MAX_UNROLLED = 20;
/** Maximum edges visited while analysing one pattern. */
const MAX_WORK = 200_000;

/**
 * Finds out whether a pattern is not proven fast. Fast means at most 100 tries at each character of any string, or at
 * most a million on any string within the limit. Every path of a backtracking matcher is counted.
 *
 * @param maxLength - The length of the longest string it is tried on.
 */
export function findSlowMatch(pattern: PatternNode, maxLength: number = Infinity): SlowMatch | undefined {
  // Begins with the small graph, which suffices for most patterns.
  const rough = slowMatchOf(pattern, maxLength, MAX_UNROLLED);
  const exact = rough && slowMatchOf(pattern, maxLength, EXACT);
  return exact?.length === undefined ? exact && rough : exact;
}

function slowMatchOf(pattern: PatternNode, maxLength: number, longest: number): SlowMatch | undefined {
  try {
    const reader = readerOf(pattern, longest);
    if (reader === undefined) return {};
    if (isLinear(reader)) return undefined;
    const { length } = countTries(readerOf(pattern, longest) ?? reader, maxLength);
    return length === undefined ? undefined : { length };
  } catch (error) {
    if (error instanceof TooMuchWork) return {};
    throw error;
  }
}

class TooMuchWork extends Error {}

/**
 * Reads what a backtracking matcher tries, which may take {@link MAX_WORK}; `undefined` where the pattern is too large,
 * or not analysed.
 *
 * @param longest - Loops with more iterations count as unbounded.
 */
export function readerOf(pattern: PatternNode, longest: number): GraphReader | undefined {
  const graph = graphOf(pattern, longest);
  if (graph === undefined) return undefined;
  stopWhereMatched(graph);
  let left = MAX_WORK;
  return new GraphReader(graph, classesOf([graph]), (edges) => {
    if ((left -= edges) < 0) throw new TooMuchWork();
  });
}

/** Whether every string reaches every position in at most a few ways. */
function isLinear(reader: GraphReader): boolean {
  const most = new Map<string, Ways>();
  const open = [reader.start];
  for (let ways = open.pop(); ways !== undefined; ways = open.pop()) {
    const key = keyOf(ways);
    const before = most.get(key);
    if (before !== undefined && ways.counts.every((count, at) => count <= (before.counts[at] ?? 0))) continue;
    const merged = before === undefined ? ways : greater(before, ways);
    if (reader.triesOf(merged) > MAX_TRIES_EACH) return false;
    most.set(key, merged);
    open.push(...reader.read(merged).values());
  }
  return true;
}

/** The most tries on a string of up to some length, or the length from which they are too many. */
export function countTries(
  reader: GraphReader,
  maxLength: number,
): { readonly tries: number; readonly length?: number } {
  let tries = 0;
  let all = new Map([['', reader.start]]);
  for (let length = 0; all.size > 0; length++) {
    tries += Math.max(...[...all.values()].map((ways) => reader.triesOf(ways)));
    if (!(tries <= MAX_TRIES)) return { tries, length };
    if (length >= maxLength) break;
    const next = new Map<string, Ways>();
    for (const ways of all.values()) {
      for (const after of reader.read(ways).values()) {
        const key = keyOf(after);
        const before = next.get(key);
        next.set(key, before === undefined ? after : greater(before, after));
      }
    }
    all = next;
  }
  return { tries };
}

const keyOf = ({ positions }: Ways): string => positions.join();

function greater(a: Ways, b: Ways): Ways {
  return { ...a, counts: a.counts.map((count, at) => Math.max(count, b.counts[at] ?? 0)) };
}

/** Maximum cached patterns: as many as a project may have. */
const MAX_CACHED = 5000;

const known = new Map<string, RegExp | undefined>();

/** Compiles a pattern for values of a document; `undefined` where it is invalid, or not proven fast. */
export function safePattern(pattern: string): RegExp | undefined {
  if (!known.has(pattern)) {
    if (known.size >= MAX_CACHED) known.clear();
    known.set(pattern, compile(pattern));
  }
  return known.get(pattern);
}

function compile(pattern: string): RegExp | undefined {
  try {
    const expression = new RegExp(pattern, 'u');
    const parsed = parsePattern(pattern);
    return parsed === undefined || findSlowMatch(parsed) !== undefined ? undefined : expression;
  } catch {
    return undefined;
  }
}

/** Whether a pattern of a schema is not proven fast, so that it could take forever on some value. */
export function hasSlowPattern(schema: JsonSchema): boolean {
  let found = false;
  walkSchema(schema, (node) => {
    if (!isObject(node)) return;
    const { pattern, patternProperties } = node;
    const patterns = isObject(patternProperties) ? Object.keys(patternProperties) : [];
    if (typeof pattern === 'string') patterns.push(pattern);
    found ||= patterns.some((each) => safePattern(each) === undefined);
  });
  return found;
}
