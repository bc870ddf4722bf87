import type { ast } from '../../../source/types/typescript.ts';

type Node = ast.Node;

/**
 * Where values are: in a variable, a parameter, a result, a field, or an element of a list. What is derived from a place, such
 * as its field `run`, is the same place each time.
 */
export class Place {
  /** The function or class that is there from the start. */
  readonly held: Node | undefined;
  /** The place that this one is derived from, and how. */
  readonly from: Place | undefined;
  readonly step: string;
  readonly #derived = new Map<string, Place>();

  constructor(held?: Node, from?: Place, step = '') {
    this.held = held;
    this.from = from;
    this.step = step;
  }

  field(key: string): Place {
    return this.#derive(`.${key}`);
  }

  /** What a list, set or map holds. */
  get element(): Place {
    return this.field(ELEMENT);
  }

  /** All fields and elements, which are one place from now on: `table[name]`. */
  get whole(): Place {
    return this.#derive(WHOLE);
  }

  /** The result of a function, or what a class makes. */
  get result(): Place {
    return this.field(RESULT);
  }

  parameter(index: number): Place {
    return this.field(`(${index}`);
  }

  #derive(step: string): Place {
    let place = this.#derived.get(step);
    if (!place) this.#derived.set(step, (place = new Place(undefined, this, step)));
    return place;
  }
}

/** Where no function is: nothing moves there. */
export const NOWHERE: Place = new (class extends Place {
  override field(): Place {
    return this;
  }
  override get whole(): Place {
    return this;
  }
})();

const ELEMENT = '*';
const WHOLE = '[]';
const RESULT = ')';
/** Parameters and results, which are no data of a function. */
const OF_CALL = /^[()]/;

/** A value moves from one place to another. */
export type Move = readonly [Place, Place];

/** Places between which values move, which are one. */
class Cell {
  parent: Cell | undefined;
  size = 1;
  readonly functions = new Set<Node>();
  readonly fields = new Map<string, Cell>();
  isWhole = false;
}

/** The moves of a module. */
interface Source {
  readonly moves: readonly Move[];
}

/**
 * Which functions may be where, after the moves of some modules: two places between which a value moves are one (Steensgaard's
 * analysis). Tools share most modules, whose moves are done once: others are undone.
 */
export class Flow {
  readonly #cells = new Map<Place, Cell>();
  readonly #done: { readonly source: Source; readonly start: number }[] = [];
  readonly #undo: (() => void)[] = [];

  /** Does the moves of these modules alone. */
  load(sources: readonly Source[]): void {
    let same = 0;
    while (same < this.#done.length && this.#done[same]?.source === sources[same]) same++;
    const [first] = this.#done.splice(same);
    if (first) while (this.#undo.length > first.start) this.#undo.pop()?.();
    for (const source of sources.slice(same)) {
      this.#done.push({ source, start: this.#undo.length });
      for (const [one, other] of source.moves) this.#unify(this.#cellOf(one), this.#cellOf(other));
    }
  }

  /** The functions and classes that may be at a place. */
  functionsAt(place: Place): ReadonlySet<Node> {
    return find(this.#cellOf(place)).functions;
  }

  /** Those, and all that its fields and elements hold, transitively. */
  functionsWithin(place: Place): ReadonlySet<Node> {
    const cells = new Set([find(this.#cellOf(place))]);
    const found = new Set<Node>();
    // Iterating over a set includes elements added during the loop.
    for (const { functions, fields } of cells) {
      for (const each of functions) found.add(each);
      for (const [key, each] of fields) if (!OF_CALL.test(key)) cells.add(find(each));
    }
    return found;
  }

  #cellOf(place: Place): Cell {
    const known = this.#cells.get(place);
    if (known) return known;
    const { held, from, step } = place;
    const cell = from ? this.#derive(this.#cellOf(from), step) : new Cell();
    if (held) cell.functions.add(held);
    this.#cells.set(place, cell);
    this.#undo.push(() => this.#cells.delete(place));
    return cell;
  }

  #derive(cell: Cell, step: string): Cell {
    if (step !== WHOLE) return this.#field(find(cell), step.slice(1));
    for (const [one, other] of this.#gather(find(cell))) this.#unify(one, other);
    return this.#field(find(cell), ELEMENT);
  }

  #field(cell: Cell, key: string): Cell {
    const name = cell.isWhole && !OF_CALL.test(key) ? ELEMENT : key;
    const known = cell.fields.get(name);
    if (known) return known;
    const held = new Cell();
    this.#setField(cell, name, held);
    return held;
  }

  #setField({ fields }: Cell, key: string, held: Cell): void {
    fields.set(key, held);
    this.#undo.push(() => fields.delete(key));
  }

  #unify(one: Cell, other: Cell): void {
    const open: (readonly [Cell, Cell])[] = [[one, other]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [a, b] = [find(next[0]), find(next[1])];
      if (a === b) continue;
      const [into, from] = a.size < b.size ? [b, a] : [a, b];
      this.#join(into, from);
      for (const [key, each] of from.fields) {
        const own = into.fields.get(key);
        if (own) open.push([own, each]);
        else this.#setField(into, key, each);
      }
      if (into.isWhole || from.isWhole) open.push(...this.#gather(into));
    }
  }

  #join(into: Cell, from: Cell): void {
    const added = [...from.functions].filter((each) => !into.functions.has(each));
    from.parent = into;
    into.size += from.size;
    for (const each of added) into.functions.add(each);
    this.#undo.push(() => {
      from.parent = undefined;
      into.size -= from.size;
      for (const each of added) into.functions.delete(each);
    });
  }

  /** Makes all fields of a cell one; returns which cells to unify. */
  #gather(cell: Cell): readonly (readonly [Cell, Cell])[] {
    const { isWhole, fields } = cell;
    cell.isWhole = true;
    const element = this.#field(cell, ELEMENT);
    const named = [...fields].filter(([key]) => key !== ELEMENT && !OF_CALL.test(key));
    for (const [key] of named) fields.delete(key);
    this.#undo.push(() => {
      cell.isWhole = isWhole;
      for (const [key, each] of named) fields.set(key, each);
    });
    return named.map(([, each]) => [element, each]);
  }
}

// Without shortening the way to it, which could not be undone.
function find(cell: Cell): Cell {
  let root = cell;
  while (root.parent) root = root.parent;
  return root;
}
