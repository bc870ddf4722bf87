import type { PatternNode } from './parse-pattern.ts';
import { graphOf, type PositionGraph } from './position-graph.ts';
import type { CodeRange } from './character-sets.ts';

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
  const exact = rough && slowMatchOf(pattern, maxLength, Infinity);
  return exact?.length === undefined ? exact && rough : exact;
}

/** The most tries that a pattern takes on a string; `undefined` where they exceed a million, or are not known. */
export function mostTries(pattern: PatternNode, maxLength: number): number | undefined {
  const graph = graphOf(pattern, { longest: Infinity, triesOf: (inner) => mostTries(inner, maxLength) });
  if (graph === undefined) return undefined;
  const { tries, length } = countTries(new Reader(graph), maxLength);
  return length === undefined ? tries : undefined;
}

function slowMatchOf(pattern: PatternNode, maxLength: number, longest: number): SlowMatch | undefined {
  try {
    const graph = graphOf(pattern, { longest, triesOf: (inner) => mostTries(inner, maxLength) });
    if (graph === undefined) return {};
    if (isLinear(new Reader(graph))) return undefined;
    const { length } = countTries(new Reader(graph), maxLength);
    return length === undefined ? undefined : { length };
  } catch (error) {
    if (error instanceof TooMuchWork) return {};
    throw error;
  }
}

/** Whether every string reaches every position in at most a few ways. */
function isLinear(reader: Reader): boolean {
  const most = new Map<string, Ways>();
  const open = [reader.start];
  for (let ways = open.pop(); ways !== undefined; ways = open.pop()) {
    const key = keyOf(ways);
    const before = most.get(key);
    if (before !== undefined && ways.counts.every((count, at) => count <= (before.counts[at] ?? 0))) continue;
    const merged = before === undefined ? ways : greater(before, ways);
    if (reader.triesOf(merged) > MAX_TRIES_EACH) return false;
    most.set(key, merged);
    open.push(...reader.read(merged));
  }
  return true;
}

/** The most tries on a string of up to some length, or the length from which they are too many. */
function countTries(reader: Reader, maxLength: number): { readonly tries: number; readonly length?: number } {
  let tries = 0;
  let all = new Map([['', reader.start]]);
  for (let length = 0; all.size > 0; length++) {
    tries += Math.max(...[...all.values()].map((ways) => reader.triesOf(ways)));
    if (!(tries <= MAX_TRIES)) return { tries, length };
    if (length >= maxLength) break;
    const next = new Map<string, Ways>();
    for (const ways of all.values()) {
      for (const after of reader.read(ways)) {
        const key = keyOf(after);
        const before = next.get(key);
        next.set(key, before === undefined ? after : greater(before, after));
      }
    }
    all = next;
  }
  return { tries };
}

/** In how many ways a string reaches some positions, which are sorted. */
interface Ways {
  readonly positions: readonly number[];
  readonly counts: readonly number[];
}

const keyOf = ({ positions }: Ways): string => positions.join();

function greater(a: Ways, b: Ways): Ways {
  return { ...a, counts: a.counts.map((count, at) => Math.max(count, b.counts[at] ?? 0)) };
}

class TooMuchWork extends Error {}

/** Simulates all strings at once, character by character. */
class Reader {
  readonly start: Ways = { positions: [0], counts: [1] };
  readonly #edges: readonly (readonly (readonly [to: number, ways: number, classes: readonly number[]])[])[];
  readonly #tries: readonly number[];
  #work = 0;

  constructor(graph: PositionGraph) {
    const sets = [...new Set(graph.map(({ ranges }) => ranges))];
    const numbers = classesOf(sets);
    const classes = new Map(sets.map((ranges, set) => [ranges, numbers[set] ?? []]));
    const classesAt = (at: number): readonly number[] => classes.get(graph[at]?.ranges ?? []) ?? [];
    this.#edges = graph.map(({ next }) => [...next].map(([to, ways]) => [to, ways, classesAt(to)]));
    this.#tries = this.#edges.map((edges) => edges.reduce((sum, [, ways]) => sum + ways, 0));
  }

  /** How often the next character is tried by all paths together. */
  triesOf({ positions, counts }: Ways): number {
    return positions.reduce((sum, at, index) => sum + (counts[index] ?? 0) * (this.#tries[at] ?? 0), 0);
  }

  /** Where each class of characters leads. */
  read({ positions, counts }: Ways): readonly Ways[] {
    const byClass = new Map<number, Map<number, number>>();
    for (const [index, from] of positions.entries()) {
      for (const [to, ways, classes] of this.#edges[from] ?? []) {
        if ((this.#work += classes.length) > MAX_WORK) throw new TooMuchWork();
        for (const each of classes) {
          const counted = byClass.get(each) ?? new Map<number, number>();
          byClass.set(each, counted);
          counted.set(to, (counted.get(to) ?? 0) + ways * (counts[index] ?? 0));
        }
      }
    }
    return [...byClass.values()].map((counted) => {
      this.#work += counted.size;
      const sorted = [...counted].sort(([a], [b]) => a - b);
      return { positions: sorted.map(([at]) => at), counts: sorted.map(([, count]) => count) };
    });
  }
}

/**
 * Partitions all characters into classes that no set distinguishes.
 *
 * @returns For each set, the numbers of its classes.
 */
function classesOf(sets: readonly (readonly CodeRange[])[]): readonly (readonly number[])[] {
  const borders = [...new Set(sets.flat().flatMap(([from, to]) => [from, to + 1]))].sort((a, b) => a - b);
  const members = borders.map((): number[] => []);
  const places = new Map(borders.map((border, place) => [border, place]));
  for (const [set, ranges] of sets.entries()) {
    for (const [from, to] of ranges) {
      const end = places.get(to + 1) ?? 0;
      for (let place = places.get(from) ?? 0; place < end; place++)
        if (members[place]?.at(-1) !== set) members[place]?.push(set);
    }
  }
  const classes = sets.map((): number[] => []);
  for (const [number, key] of [...new Set(members.map(String))].entries())
    for (const set of key === '' ? [] : key.split(',')) classes[Number(set)]?.push(number);
  return classes;
}
