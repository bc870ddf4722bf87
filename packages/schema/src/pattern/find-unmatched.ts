import { ANY } from './character-sets.ts';
import { classesOf, GraphReader } from './graph-reader.ts';
import type { PatternNode } from './parse-pattern.ts';
import { EXACT, graphOf, type PositionGraph } from './position-graph.ts';

/** Maximum sets of positions to visit. */
const MAX_STEPS = 20_000;
/** Edges that are followed in about the time of another step. */
const EDGES_OF_STEP = 8;

/** A string that some patterns match and another one does not, or the proof that there is none. */
export type Unmatched = { readonly text: string } | 'none';

/**
 * Looks for the shortest string that all given patterns match and another one does not.
 *
 * @param onSteps - Called with the number of moves that are tried next; may throw to end the search.
 * @returns `undefined` where the search gave up: patterns that are too large, or not regular, are not searched.
 */
export function findUnmatched(
  given: readonly PatternNode[],
  wanted: PatternNode,
  onSteps: (count: number) => void = () => {},
): Unmatched | undefined {
  const graphs = [wanted, ...given].map(wholeGraph);
  if (!graphs.every((graph) => graph !== undefined)) return undefined;
  const classes = classesOf(graphs);
  const all = graphs.map(
    (graph) =>
      new PositionSets(graph, new GraphReader(graph, classes, (edges) => onSteps(edges / EDGES_OF_STEP))),
  );
  return search(all, classes.letters, onSteps);
}

/** The set of positions that each pattern may be at, and how they were reached. */
interface Reached {
  readonly sets: readonly number[];
  readonly letter: number;
  readonly before: Reached | undefined;
}

/** @param all - Of the pattern that is not to match, then of the others. */
function search(
  all: readonly PositionSets[],
  letters: readonly number[],
  onSteps: (count: number) => void,
): Unmatched | undefined {
  const queue: Reached[] = [{ sets: all.map(() => 0), letter: 0, before: undefined }];
  const seen = new Set<string>();
  // Appends to the array while iterating, so that short strings come first.
  for (const reached of queue) {
    const { sets } = reached;
    if (all.every((each, index) => each.isEnd(sets[index] ?? 0) === index > 0))
      return { text: textOf(reached) };
    if (queue.length > MAX_STEPS) return undefined;
    onSteps(letters.length);
    for (const [index, letter] of letters.entries()) {
      const next = all.map((each, at) => each.read(sets[at] ?? 0, index));
      const key = next.join(' ');
      if (seen.has(key) || next.some((set, at) => at > 0 && set === NOWHERE)) continue;
      seen.add(key);
      queue.push({ sets: next, letter, before: reached });
    }
  }
  return 'none';
}

/** The set without any position. */
const NOWHERE = -1;

/** The sets of positions that a pattern may be at, numbered as they are reached: 0 is the first. Each is read once. */
class PositionSets {
  readonly #graph: PositionGraph;
  readonly #reader: GraphReader;
  readonly #sets: (readonly number[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #moves: ReadonlyMap<number, number>[] = [];

  constructor(graph: PositionGraph, reader: GraphReader) {
    this.#graph = graph;
    this.#reader = reader;
    this.#numberOf(reader.start.positions);
  }

  isEnd(set: number): boolean {
    return this.#sets[set]?.some((at) => this.#graph[at]?.next.has(this.#graph.length - 1)) ?? false;
  }

  /** @param letter - Its index. */
  read(set: number, letter: number): number {
    const positions = this.#sets[set];
    if (positions === undefined) return NOWHERE;
    const moves = (this.#moves[set] ??= this.#readAll(positions));
    return moves.get(letter) ?? NOWHERE;
  }

  #readAll(positions: readonly number[]): ReadonlyMap<number, number> {
    const read = this.#reader.read({ positions, counts: positions.map(() => 1) });
    return new Map([...read].map(([letter, ways]) => [letter, this.#numberOf(ways.positions)]));
  }

  #numberOf(positions: readonly number[]): number {
    const key = positions.join();
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#sets.length);
    return this.#sets.push(positions) - 1;
  }
}

function textOf(reached: Reached): string {
  const letters: number[] = [];
  for (let at = reached; at.before !== undefined; at = at.before) letters.push(at.letter);
  return String.fromCodePoint(...letters.reverse());
}

const anyOfLength = (least: number, most: number): PatternNode => ({
  kind: 'loop',
  body: { kind: 'set', ranges: ANY },
  least,
  most,
});

/** A pattern for the strings of some lengths: of none where the limits contradict each other. */
export const ofLength = (least: number, most: number): PatternNode => ({
  kind: 'sequence',
  parts: [
    { kind: 'start' },
    least > most ? { kind: 'choice', options: [] } : anyOfLength(least, most),
    { kind: 'end' },
  ],
});

const ANYTHING = anyOfLength(0, Infinity);

/** The graph of a pattern for whole strings; `undefined` where it is too large, or not regular. */
function wholeGraph(pattern: PatternNode): PositionGraph | undefined {
  const options = (pattern.kind === 'choice' ? pattern.options : [pattern]).map(wholeString);
  if (!options.every(isRegular)) return undefined;
  const parts: PatternNode[] = [{ kind: 'start' }, { kind: 'choice', options }];
  return graphOf({ kind: 'sequence', parts }, EXACT);
}

/** The same without anchors at its ends; without those, anything may surround a match. */
function wholeString(option: PatternNode): PatternNode {
  const parts = option.kind === 'sequence' ? [...option.parts] : [option];
  if (parts.at(0)?.kind === 'start') parts.shift();
  else parts.unshift(ANYTHING);
  if (parts.at(-1)?.kind === 'end') parts.pop();
  else parts.push(ANYTHING);
  return { kind: 'sequence', parts };
}

/** Whether a pattern has neither look-arounds, back-references nor anchors. */
function isRegular(node: PatternNode): boolean {
  switch (node.kind) {
    case 'set':
      return true;
    case 'sequence':
      return node.parts.every(isRegular);
    case 'choice':
      return node.options.every(isRegular);
    case 'loop':
      return isRegular(node.body);
    default:
      return false;
  }
}
