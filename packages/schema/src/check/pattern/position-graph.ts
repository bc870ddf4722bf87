import type { CodeRange, PatternNode } from './pattern-node.ts';

/** More positions than this are not looked into. */
const MAX_POSITIONS = 400;
/** Repetitions beyond this are taken as endless where writing all of them out would be too much. */
const MANY = 20;

/** A place in a pattern that reads one character, or none: an anchor, or what is not looked into. */
export interface Position {
  readonly ranges: readonly CodeRange[];
  readonly isStart: boolean;
  readonly isEnd: boolean;
  /** What may be read next, and in how many ways one gets there; more than two count as two. */
  readonly next: Map<number, number>;
}

/** A pattern as the places between which its reader goes. */
export interface PositionGraph {
  /** The first of them reads nothing, and stands before all others. */
  readonly positions: readonly Position[];
  /** Places after which the pattern has matched. */
  readonly lasts: ReadonlyMap<number, number>;
}

type Ways = ReadonlyMap<number, number>;

/** A part: where it begins, where it ends, and in how many ways it matches the empty text. */
interface Fragment {
  readonly firsts: Ways;
  readonly lasts: Ways;
  readonly empty: number;
}

const NOTHING: Fragment = { firsts: new Map(), lasts: new Map(), empty: 1 };

/** Writes a pattern as a graph; nothing where that would be too large. */
export function graphOf(pattern: PatternNode): PositionGraph | undefined {
  return new GraphBuilder(Infinity).build(pattern) ?? new GraphBuilder(MANY).build(pattern);
}

class GraphBuilder {
  readonly #positions: Position[] = [];
  readonly #longest: number;

  /** @param longest - Loops of more turns than this are taken as endless. */
  constructor(longest: number) {
    this.#longest = longest;
  }

  build(pattern: PatternNode): PositionGraph | undefined {
    const { lasts } = this.#join(this.#addPosition([], 'start'), this.#add(pattern));
    return this.#isTooLarge ? undefined : { positions: this.#positions, lasts };
  }

  get #isTooLarge(): boolean {
    return this.#positions.length > MAX_POSITIONS;
  }

  #add(node: PatternNode): Fragment {
    if (this.#isTooLarge) return NOTHING;
    switch (node.kind) {
      case 'sequence':
        return node.parts.reduce((before, part) => this.#join(before, this.#add(part)), NOTHING);
      case 'choice':
        return node.options.map((option) => this.#add(option)).reduce(either);
      case 'loop':
        return this.#addLoop(node.body, node.least, node.most);
      case 'set':
        return this.#addPosition(node.ranges ?? [], node.kind);
      default:
        return this.#addPosition([], node.kind);
    }
  }

  #addPosition(ranges: readonly CodeRange[], kind: PatternNode['kind']): Fragment {
    const at = new Map([[this.#positions.length, 1]]);
    this.#positions.push({ ranges, isStart: kind === 'start', isEnd: kind === 'end', next: new Map() });
    return { firsts: at, lasts: at, empty: 0 };
  }

  #addLoop(body: PatternNode, least: number, most: number): Fragment {
    const isEndless = most === Infinity || most > this.#longest;
    const required = isEndless ? Math.min(least, MANY) : least;
    let whole = NOTHING;
    for (let turn = 1; turn <= required && !this.#isTooLarge; turn++) {
      const part = this.#add(body);
      whole = this.#join(whole, isEndless && turn === required ? this.#repeat(part) : part);
    }
    if (!isEndless) return most > least ? this.#join(whole, this.#upTo(most - least, body)) : whole;
    return required > 0 ? whole : { ...this.#repeat(this.#add(body)), empty: 1 };
  }

  // Each turn may only follow the one before it: `a{0,2}` is `(a(a)?)?`, which reads a text in one way.
  #upTo(turns: number, body: PatternNode): Fragment {
    const first = this.#add(body);
    let last = first;
    const lasts = new Map(first.lasts);
    for (let turn = 2; turn <= turns && !this.#isTooLarge; turn++) {
      const part = this.#add(body);
      this.#link(last.lasts, part.firsts);
      // Each turn has places of its own.
      for (const [at, ways] of part.lasts) lasts.set(at, ways);
      last = part;
    }
    return { firsts: first.firsts, lasts, empty: 1 };
  }

  // A turn that reads nothing ends a loop, so an empty body adds no ways.
  #repeat(part: Fragment): Fragment {
    this.#link(part.lasts, part.firsts);
    return part;
  }

  #join(before: Fragment, after: Fragment): Fragment {
    this.#link(before.lasts, after.firsts);
    return {
      firsts: sum(before.firsts, after.firsts, before.empty),
      lasts: sum(after.lasts, before.lasts, after.empty),
      empty: Math.min(2, before.empty * after.empty),
    };
  }

  #link(from: Ways, to: Ways): void {
    for (const [source, out] of from) {
      const next = this.#positions[source]?.next;
      for (const [target, into] of to) next?.set(target, Math.min(2, (next.get(target) ?? 0) + out * into));
    }
  }
}

function either(a: Fragment, b: Fragment): Fragment {
  return {
    firsts: sum(a.firsts, b.firsts, 1),
    lasts: sum(a.lasts, b.lasts, 1),
    empty: Math.min(2, a.empty + b.empty),
  };
}

function sum(a: Ways, b: Ways, times: number): Ways {
  if (times === 0 || b.size === 0) return a;
  const both = new Map(a);
  for (const [at, ways] of b) both.set(at, Math.min(2, (both.get(at) ?? 0) + ways * times));
  return both;
}
