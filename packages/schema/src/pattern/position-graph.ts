import { ANY, type CodeRange } from './character-sets.ts';
import type { PatternNode } from './parse-pattern.ts';

/** Larger graphs are not analysed. */
const MAX_POSITIONS = 1_500;
const MAX_EDGES = 20_000;
/** Required iterations of a loop that may match empty; more are not analysed. */
const MAX_EMPTY_TURNS = 1_000;

/** A position in a pattern that reads one character. */
export interface Position {
  /** Empty for positions that read nothing: anchors, the end, and iterations of a loop rejected as empty. */
  readonly ranges: readonly CodeRange[];
  /** The positions that may be read next, and in how many ways each is reached. */
  readonly next: Map<number, number>;
}

/**
 * A pattern as the graph of its positions; the first one precedes all others, the last one is the end. It over-approximates the paths of a
 * backtracking matcher: anchors always hold, a back-reference reads whatever its group may read, and a look-around does
 * not limit what is read.
 */
export type PositionGraph = readonly Position[];

type Ways = ReadonlyMap<number, number>;

/** A part of the graph: its first and its last positions, and in how many ways it matches the empty string. */
interface Fragment {
  readonly firsts: Ways;
  readonly lasts: Ways;
  readonly empty: number;
}

const NOWHERE: Ways = new Map();
const NOTHING: Fragment = { firsts: NOWHERE, lasts: NOWHERE, empty: 1 };
const NEVER: Fragment = { firsts: NOWHERE, lasts: NOWHERE, empty: 0 };
/** For graphs in which no loop with a last iteration counts as unbounded. */
export const EXACT: number = Number.MAX_SAFE_INTEGER;

/**
 * Builds the graph of a pattern; `undefined` where that would be too large, or is not possible.
 *
 * @param longest - Loops with more iterations than this count as unbounded.
 */
export function graphOf(pattern: PatternNode, longest: number): PositionGraph | undefined {
  return new GraphBuilder(longest).build(pattern);
}

class GraphBuilder {
  readonly #positions: Position[] = [];
  readonly #longest: number;
  #edges = 0;
  #isBeyond = false;

  constructor(longest: number) {
    this.#longest = longest;
  }

  build(pattern: PatternNode): PositionGraph | undefined {
    const start = this.#join(this.#addPosition([]), isAnchored(pattern) ? NOTHING : this.#anyStart());
    const whole = this.#join(start, this.#add(pattern));
    this.#join(whole, this.#addPosition([]));
    return this.#isTooMuch ? undefined : this.#positions;
  }

  get #isTooMuch(): boolean {
    return this.#isBeyond || this.#positions.length > MAX_POSITIONS || this.#edges > MAX_EDGES;
  }

  #add(node: PatternNode): Fragment {
    if (this.#isTooMuch) return NOTHING;
    switch (node.kind) {
      case 'set':
        return this.#addPosition(node.ranges);
      case 'sequence':
        return this.#join(...node.parts.map((part) => this.#add(part)));
      case 'choice':
        return node.options.map((option) => this.#add(option)).reduce(either, NEVER);
      case 'loop':
        return this.#addLoop(node.body, node.least, node.most);
      case 'look':
        return this.#addLook(node.inner, node.opening.startsWith('?<'));
      case 'reference':
        return this.#addReference(node.to);
      default:
        return this.#addCheck(1);
    }
  }

  #addPosition(ranges: readonly CodeRange[], ways = 1): Fragment {
    const at = new Map([[this.#positions.length, ways]]);
    this.#positions.push({ ranges, next: new Map() });
    return { firsts: at, lasts: at, empty: 0 };
  }

  // Without an anchor, a match is searched for from every character.
  #anyStart(): Fragment {
    return this.#endless(this.#addPosition(ANY));
  }

  #addLoop(body: PatternNode, least: number, most: number): Fragment {
    if (most === 0) return NOTHING;
    const first = this.#add(body);
    const unused = [first];
    const turn = (): Fragment => unused.pop() ?? this.#add(body);
    const isEmptyable = first.empty > 0;
    if (isEmptyable && least > MAX_EMPTY_TURNS) this.#isBeyond = true;
    const isEndless = most > this.#longest;
    const required = isEmptyable ? least : Math.min(least, this.#longest);
    // The last required iteration may repeat itself, if it never matches empty.
    const isShared = isEndless && required > 0 && !isEmptyable;
    let whole = NOTHING;
    for (let count = 1; count <= required && !this.#isTooMuch; count++)
      whole = this.#join(whole, isShared && count === required ? this.#repeat(turn()) : turn());
    if (isShared || most === least) return whole;
    return this.#join(whole, isEndless ? this.#endless(turn()) : this.#upTo(most - least, turn));
  }

  // Each iteration follows the one before it: `a{0,2}` is `(a(a)?)?`, which reads a string in one way.
  #upTo(turns: number, turn: () => Fragment): Fragment {
    const first = this.#reading(turn());
    let last = first;
    const lasts = new Map(first.lasts);
    for (let count = 2; count <= turns && !this.#isTooMuch; count++) {
      const part = this.#reading(turn());
      this.#link(last.lasts, part.firsts);
      for (const [at, ways] of part.lasts) lasts.set(at, ways);
      last = part;
      // What never reads is rejected at its first iteration.
      if (part.lasts.size === 0) break;
    }
    return { firsts: first.firsts, lasts, empty: 1 };
  }

  #endless(turn: Fragment): Fragment {
    return { ...this.#repeat(this.#reading(turn)), empty: 1 };
  }

  // An optional iteration that reads nothing is tried and rejected.
  #reading(part: Fragment): Fragment {
    if (part.empty === 0) return part;
    const refused = this.#addPosition([], part.empty);
    return { firsts: sum(part.firsts, refused.firsts, 1), lasts: part.lasts, empty: 0 };
  }

  #repeat(part: Fragment): Fragment {
    this.#link(part.lasts, part.firsts);
    return part;
  }

  // A look-around ends at its first match, and consumes nothing.
  #addLook(inner: PatternNode, isBehind: boolean): Fragment {
    if (!isBehind)
      return { firsts: this.#join(this.#add(inner), this.#addPosition([])).firsts, lasts: NOWHERE, empty: 1 };
    const tries = triesBehind(inner);
    if (tries === undefined) this.#isBeyond = true;
    return this.#addCheck(tries ?? 1);
  }

  #addCheck(tries: number): Fragment {
    return { firsts: this.#addPosition([], tries).firsts, lasts: NOWHERE, empty: 1 };
  }

  // A group that has not matched counts as the empty string.
  #addReference(to: PatternNode | undefined): Fragment {
    if (to === undefined) this.#isBeyond = true;
    const group = to === undefined ? NOTHING : this.#add(to);
    return { ...group, empty: Math.max(1, group.empty) };
  }

  #join(...parts: readonly Fragment[]): Fragment {
    return parts.reduce((before, after) => {
      this.#link(before.lasts, after.firsts);
      return {
        firsts: sum(before.firsts, after.firsts, before.empty),
        lasts: sum(after.lasts, before.lasts, after.empty),
        empty: before.empty * after.empty,
      };
    }, NOTHING);
  }

  #link(from: Ways, to: Ways): void {
    this.#edges += from.size * to.size;
    if (this.#isTooMuch) return;
    for (const [source, out] of from) {
      const next = this.#positions[source]?.next;
      for (const [target, into] of to) next?.set(target, (next.get(target) ?? 0) + out * into);
    }
  }
}

/** Removes the retries of a matcher that certainly matches, in place: it reads on as far as it can, once. */
export function stopWhereMatched(positions: PositionGraph): void {
  const end = positions.length - 1;
  const matched = new Set([...positions.keys()].filter((at) => positions[at]?.next.has(end)));
  let size: number;
  do {
    size = matched.size;
    for (const at of matched)
      for (const to of positions[at]?.next.keys() ?? [])
        if (to !== end && !matched.has(to)) matched.delete(at);
  } while (matched.size < size);
  for (const at of matched) positions[at]?.next.clear();
}

/** Whether a pattern can match at the start of a string only. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'sequence') return node.parts.length > 0 && node.parts.slice(0, 1).every(isAnchored);
  return node.kind === 'choice' ? node.options.every(isAnchored) : node.kind === 'start';
}

function either(a: Fragment, b: Fragment): Fragment {
  return {
    firsts: sum(a.firsts, b.firsts, 1),
    lasts: sum(a.lasts, b.lasts, 1),
    empty: a.empty + b.empty,
  };
}

function sum(a: Ways, b: Ways, times: number): Ways {
  if (times === 0 || b.size === 0) return a;
  const both = new Map(a);
  for (const [at, ways] of b) both.set(at, (both.get(at) ?? 0) + ways * times);
  return both;
}

/** The most tries of a look-behind; `undefined` where it has more than a few strings of fixed characters. */
function triesBehind(inner: PatternNode): number | undefined {
  const options = inner.kind === 'choice' ? inner.options : [inner];
  const parts = options.flatMap((option) => (option.kind === 'sequence' ? option.parts : [option]));
  return parts.every(({ kind }) => ONE_TRY.has(kind)) ? parts.length : undefined;
}

const ONE_TRY: ReadonlySet<PatternNode['kind']> = new Set(['set', 'start', 'end', 'boundary']);
