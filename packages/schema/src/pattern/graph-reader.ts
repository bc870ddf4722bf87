import { type CodeRange, LAST } from './character-sets.ts';
import type { PositionGraph } from './position-graph.ts';

/** In how many ways a string reaches some positions, which are sorted. */
export interface Ways {
  readonly positions: readonly number[];
  readonly counts: readonly number[];
}

/** A class of characters that no set of a graph distinguishes, by its number. */
type Class = number;

/** Simulates all strings at once, character by character. */
export class GraphReader {
  readonly start: Ways = { positions: [0], counts: [1] };
  readonly #edges: readonly (readonly (readonly [to: number, ways: number, classes: readonly Class[]])[])[];
  readonly #tries: readonly number[];
  readonly #onWork: (edges: number) => void;

  /** @param onWork - Called with the number of edges that are followed next; may throw to end the simulation. */
  constructor(graph: PositionGraph, { classes }: CharacterClasses, onWork: (edges: number) => void) {
    this.#onWork = onWork;
    this.#edges = graph.map(({ next }) =>
      [...next].map(([to, ways]) => [to, ways, classes.get(graph[to]?.ranges ?? []) ?? []]),
    );
    this.#tries = this.#edges.map((edges) => edges.reduce((sum, [, ways]) => sum + ways, 0));
  }

  /** How often the next character is tried by all paths together. */
  triesOf({ positions, counts }: Ways): number {
    return positions.reduce((sum, at, index) => sum + (counts[index] ?? 0) * (this.#tries[at] ?? 0), 0);
  }

  /** Where each class of characters leads; others lead nowhere. */
  read({ positions, counts }: Ways): ReadonlyMap<Class, Ways> {
    const byClass = new Map<Class, Map<number, number>>();
    for (const [index, from] of positions.entries()) {
      for (const [to, ways, classes] of this.#edges[from] ?? []) {
        this.#onWork(classes.length);
        for (const each of classes) {
          const counted = byClass.get(each) ?? new Map<number, number>();
          byClass.set(each, counted);
          counted.set(to, (counted.get(to) ?? 0) + ways * (counts[index] ?? 0));
        }
      }
    }
    return new Map(
      [...byClass].map(([each, counted]) => {
        this.#onWork(counted.size);
        const sorted = [...counted].sort(([a], [b]) => a - b);
        return [each, { positions: sorted.map(([at]) => at), counts: sorted.map(([, count]) => count) }];
      }),
    );
  }
}

/** All characters, in classes that no set of some graphs distinguishes. */
export interface CharacterClasses {
  /** A character of each class, readable where there is one. */
  readonly letters: readonly number[];
  readonly classes: ReadonlyMap<readonly CodeRange[], readonly Class[]>;
}

/** Readable characters, preferred as the representative of their class. */
const READABLE = Array.from('aA0 -_.', (char) => char.codePointAt(0) ?? 0);

export function classesOf(graphs: readonly PositionGraph[]): CharacterClasses {
  const sets = new Set(graphs.flat().map(({ ranges }) => ranges));
  const ends = [...sets].flat().flatMap(([from, to]) => [from, to + 1]);
  const readable = READABLE.flatMap((char) => [char, char + 1]);
  const borders = [...new Set([0, ...ends, ...readable])]
    .filter((border) => border <= LAST)
    .sort((a, b) => a - b);
  const places = new Map(borders.map((border, place) => [border, place]));
  const members = borders.map((): number[] => []);
  for (const [set, ranges] of [...sets].entries()) {
    for (const [from, to] of ranges) {
      const end = places.get(to + 1) ?? borders.length;
      for (let place = places.get(from) ?? end; place < end; place++)
        if (members[place]?.at(-1) !== set) members[place]?.push(set);
    }
  }
  const keys = members.map(String);
  const letters = new Map<string, number>();
  for (const char of [...READABLE, ...borders]) {
    const key = keys[places.get(char) ?? 0] ?? '';
    if (!letters.has(key)) letters.set(key, char);
  }
  const classes = new Map([...sets].map((ranges): [readonly CodeRange[], Class[]] => [ranges, []]));
  const bySet = [...classes.values()];
  for (const [number, key] of [...letters.keys()].entries())
    for (const set of key === '' ? [] : key.split(',')) bySet[Number(set)]?.push(number);
  return { letters: [...letters.values()], classes };
}
