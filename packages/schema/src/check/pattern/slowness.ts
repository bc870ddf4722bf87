import { groupsOf } from './circles.ts';
import type { CodeRange, PatternNode } from './pattern-node.ts';
import { graphOf, type Position, type PositionGraph } from './position-graph.ts';

/** What makes a pattern slow: as many ways as subsets, or as many loops in a row that read the same text. */
export type Slowness = 'exponential' | number;

/** Pairs of positions in one circle beyond which nothing is said. */
const MAX_PAIRS = 40_000;
/** Ways that a page has no time for. */
const TOO_MANY = 1e9;
/** Texts of which ways are counted one by one; more turns of a loop than this are known by its circle. */
const COUNTED = 100;
/** How long a text may be where nothing limits it. */
const LONG = 10_000;

/**
 * How a pattern certainly hangs on some text that it refuses. Says nothing when unsure.
 *
 * @param maxLength - How long a text may be that it is tried on.
 */
export function slownessOf(pattern: PatternNode, maxLength: number = LONG): Slowness | undefined {
  for (const inner of looksIn(pattern)) {
    const slow = slownessOf(inner, maxLength);
    if (slow !== undefined) return slow;
  }
  const graph = graphOf(pattern);
  if (graph === undefined) return undefined;
  const groups = groupsOf(graph.positions.length, (at) => graph.positions[at]?.next.keys() ?? []);
  if (splitsInTwo(graph, groups)) return 'exponential';
  return slownessOnOneCharacter(graph, Math.min(maxLength, LONG));
}

function looksIn(node: PatternNode): readonly PatternNode[] {
  switch (node.kind) {
    case 'unknown':
      return node.inner === undefined ? [] : [node.inner];
    case 'sequence':
      return node.parts.flatMap(looksIn);
    case 'choice':
      return node.options.flatMap(looksIn);
    case 'loop':
      return looksIn(node.body);
    default:
      return [];
  }
}

/** Whether a circle of the graph reads some text in two ways, with something behind it that can fail. */
function splitsInTwo({ positions, lasts }: PositionGraph, groups: readonly number[]): boolean {
  const members = new Map<number, number[]>();
  for (const [at, group] of groups.entries()) members.set(group, [...(members.get(group) ?? []), at]);
  for (const [group, all] of members) {
    // Where it may end at any time, nothing has to be tried again.
    if (all.some((at) => lasts.has(at)) || all.length ** 2 > MAX_PAIRS) continue;
    const inside = all.map((at) =>
      [...(positions[at]?.next ?? [])].filter(
        ([to]) => groups[to] === group && (positions[to]?.ranges.length ?? 0) > 0,
      ),
    );
    if (inside.flat().some(([, ways]) => ways > 1)) return true;
    if (
      all.length > 1 &&
      hasTwoWays(
        all,
        positions,
        inside.map((edges) => edges.map(([to]) => to)),
      )
    )
      return true;
  }
  return false;
}

// Two readers start together, part, and meet again, having read the same: then so can the next turn.
function hasTwoWays(
  all: readonly number[],
  positions: readonly Position[],
  inside: readonly (readonly number[])[],
): boolean {
  const size = all.length;
  const indexOf = new Map(all.map((at, index) => [at, index]));
  const share = new Map<number, boolean>();
  const canMeet = (a: number, b: number): boolean => {
    const key = a * positions.length + b;
    const known = share.get(key) ?? sharesCharacter(positions[a]?.ranges ?? [], positions[b]?.ranges ?? []);
    share.set(key, known);
    return known;
  };
  const next = (pair: number): number[] =>
    (inside[Math.floor(pair / size)] ?? []).flatMap((a) =>
      (inside[pair % size] ?? [])
        .filter((b) => canMeet(a, b))
        .map((b) => (indexOf.get(a) ?? 0) * size + (indexOf.get(b) ?? 0)),
    );
  const groups = groupsOf(size * size, next);
  const together = new Set(all.map((_, index) => groups[index * size + index]));
  return groups.some((group, pair) => Math.floor(pair / size) !== pair % size && together.has(group));
}

/** Texts of one character that loops in a row, or many optional parts, can read in very many ways. */
function slownessOnOneCharacter(graph: PositionGraph, maxLength: number): Slowness | undefined {
  for (const code of charactersOf(graph)) {
    const next = stepsOn(graph, code);
    const count = loopsInARow(graph, next);
    if (count > 2 && waysThrough(count, maxLength) > TOO_MANY && canFailAfter(graph, next, code))
      return count;
    if (waysOn(graph, next, Math.min(maxLength, COUNTED)) > TOO_MANY && canFailAfter(graph, next, code))
      return 'exponential';
  }
  return undefined;
}

/** A character of every set, so that each set that differs on some character is told apart by one of them. */
function charactersOf({ positions }: PositionGraph): readonly number[] {
  return [...new Set(positions.flatMap(({ ranges }) => ranges.map(([from]) => from)))].slice(0, 50);
}

type Steps = readonly (readonly (readonly [to: number, ways: number])[])[];

function stepsOn({ positions }: PositionGraph, code: number): Steps {
  return positions.map(({ next }) => [...next].filter(([to]) => reads(positions[to], code)));
}

/** The most loops, one behind the other, that can all read one character. */
function loopsInARow({ positions }: PositionGraph, next: Steps): number {
  const groups = groupsOf(positions.length, (at) => next[at]?.map(([to]) => to) ?? []);
  const loops = new Set(
    positions.flatMap((_, at) =>
      (next[at] ?? []).some(([to]) => groups[to] === groups[at]) ? [groups[at]] : [],
    ),
  );
  const longest = new Map<number, number>();
  const order = positions.map((_, at) => at).sort((a, b) => (groups[a] ?? 0) - (groups[b] ?? 0));
  // A group's successors have smaller numbers, so they are done first.
  for (const at of order) {
    const group = groups[at] ?? 0;
    const behind = (next[at] ?? [])
      .filter(([to]) => groups[to] !== group)
      .map(([to]) => longest.get(groups[to] ?? 0) ?? 0);
    const own = loops.has(group) ? 1 : 0;
    longest.set(group, Math.max(longest.get(group) ?? own, own + Math.max(0, ...behind)));
  }
  return Math.max(0, ...longest.values());
}

/** `n` characters, divided among loops: `n` to the power of `loops`, over `loops` factorial. */
function waysThrough(loops: number, length: number): number {
  let ways = 1;
  for (let loop = 1; loop <= loops; loop++) ways *= Math.max(1, (length - loop) / loop);
  return ways;
}

/** The most ways in which a text of one character, up to some length, is read. */
function waysOn(graph: PositionGraph, next: Steps, length: number): number {
  let at = new Map(startsOf(graph).map((start) => [start, 1]));
  let most = 0;
  for (let read = 0; read <= length && at.size > 0 && most <= TOO_MANY; read++) {
    const after = new Map<number, number>();
    for (const [from, ways] of at)
      for (const [to, times] of next[from] ?? []) after.set(to, (after.get(to) ?? 0) + ways * times);
    most = Math.max(
      most,
      [...after.values()].reduce((sum, ways) => sum + ways, 0),
    );
    at = after;
  }
  return most;
}

// Whether a text of the character, with another one behind it or none, is refused however it is read.
function canFailAfter(graph: PositionGraph, next: Steps, code: number): boolean {
  let at = new Set(startsOf(graph));
  if (graph.lasts.has(0)) return false;
  for (let read = 0; read < COUNTED; read++) {
    const after = new Set([...at].flatMap((from) => (next[from] ?? []).map(([to]) => to)));
    if (after.size === 0) break;
    at = after;
    if ([...at].some((each) => graph.lasts.has(each))) return false;
  }
  const others = [code, ...charactersOf(graph), 0, 33, 10].map(
    (other) => new Set([...at].flatMap((from) => (stepsOn(graph, other)[from] ?? []).map(([to]) => to))),
  );
  return [at, ...others].some((ends) => ![...ends].some((each) => matchesAtEnd(graph, each)));
}

function matchesAtEnd({ positions, lasts }: PositionGraph, at: number): boolean {
  return (
    lasts.has(at) ||
    [...(positions[at]?.next.keys() ?? [])].some((to) => positions[to]?.isEnd === true && lasts.has(to))
  );
}

/** Where reading begins; anchors at the start read nothing. */
function startsOf({ positions }: PositionGraph): readonly number[] {
  const starts = [0];
  for (const at of starts)
    for (const to of positions[at]?.next.keys() ?? [])
      if (positions[to]?.isStart && !starts.includes(to)) starts.push(to);
  return starts;
}

const reads = (position: Position | undefined, code: number): boolean =>
  position?.ranges.some(([from, to]) => from <= code && code <= to) ?? false;

const sharesCharacter = (a: readonly CodeRange[], b: readonly CodeRange[]): boolean =>
  a.some(([from, to]) => b.some(([start, end]) => from <= end && start <= to));
