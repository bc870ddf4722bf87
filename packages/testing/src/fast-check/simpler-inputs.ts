import type { JsonSchema } from '@btcp/core';
import { isObject, mapValues, simplerValues, varyValue, walkSchema } from '@btcp/schema';

/** How many inputs are simplified to know simple values of each place. */
const SAMPLES = 24;
/** How many values are tried for that; a large input has thousands of steps to its simplest. */
const MAX_TRIES = 10_000;
/** How often a place of an input gets another one's value: nothing else ends what goes in circles. */
const MAX_TAKEN = 50;

/** An input, and how many values of others it has taken. */
export interface TakenInput {
  readonly value: unknown;
  readonly taken: number;
}

/** What is generated. */
export interface Inputs {
  /** Generates one; `undefined` where none was found. */
  generate(): unknown;
  /** Whether a value is one that could be generated. */
  readonly includes: (value: unknown) => boolean;
}

/** Finds the inputs that are simpler than one. */
export class SimplerInputs {
  readonly #inputs: Inputs;
  readonly #factors: readonly number[];
  #simplest: ReadonlyMap<string, readonly Measured[]> | undefined;

  constructor(schema: JsonSchema, inputs: Inputs) {
    this.#factors = factorsOf(schema);
    this.#inputs = inputs;
  }

  /** Inputs that are simpler than one: in one place, in places that are equal, or by what others have in a place. */
  *of({ value, taken }: TakenInput): Iterable<TakenInput> {
    for (const varied of this.#simplified(value))
      if (this.#inputs.includes(varied)) yield { value: varied, taken };
    if (taken === MAX_TAKEN) return;
    // Simplifying a member of a union never gives another member.
    const values = (this.#simplest ??= this.#findSimplest());
    const simplest = (at: unknown, place: string): readonly unknown[] =>
      simplerOf(values.get(place) ?? [], at);
    for (const varied of varyValue(value, simplest))
      if (this.#inputs.includes(varied)) yield { value: varied, taken: taken + 1 };
  }

  *#simplified(value: unknown): Iterable<unknown> {
    const simpler = (at: unknown): Iterable<unknown> => simplerValues(at, this.#factors);
    yield* varyValue(value, simpler);
    for (const repeated of findRepeated(value))
      for (const instead of simpler(repeated)) yield replaceAll(value, repeated, instead);
  }

  /** The simple values of each place, in inputs that have nothing simpler left. */
  #findSimplest(): ReadonlyMap<string, readonly Measured[]> {
    const found = new Map<string, Map<string, Measured>>();
    let tries = 0;
    const includes = (value: unknown): boolean => tries++ < MAX_TRIES && this.#inputs.includes(value);
    for (let count = 0; count < SAMPLES; count++) {
      if (tries >= MAX_TRIES) break;
      const visit = (value: unknown, place: string): readonly never[] => {
        const measured = measure(value);
        found.set(place, (found.get(place) ?? new Map<string, Measured>()).set(measured.json, measured));
        return [];
      };
      const input = this.#inputs.generate();
      // Nothing is replaced.
      if (input !== undefined) void [...varyValue(this.#simplify(input, includes), visit)];
    }
    return new Map([...found].map(([place, values]) => [place, [...values.values()].sort(compare)]));
  }

  #simplify(value: unknown, includes: (value: unknown) => boolean): unknown {
    let simplest = value;
    for (;;) {
      const simpler = first(this.#simplified(simplest), includes);
      if (!simpler) return simplest;
      [simplest] = simpler;
    }
  }
}

function first<T>(values: Iterable<T>, holds: (value: T) => boolean): readonly [T] | undefined {
  for (const value of values) if (holds(value)) return [value];
  return undefined;
}

interface Measured {
  readonly value: unknown;
  readonly json: string;
}

const measure = (value: unknown): Measured => ({ value, json: JSON.stringify(value) });

/** By length, then by characters. */
function compare({ json: a }: Measured, { json: b }: Measured): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : Number(a > b);
}

function simplerOf(values: readonly Measured[], value: unknown): readonly unknown[] {
  if (values.length === 0) return [];
  const measured = measure(value);
  return values.filter((each) => compare(each, measured) < 0).map((each) => each.value);
}

function factorsOf(schema: JsonSchema): readonly number[] {
  const factors = new Set<number>();
  walkSchema(schema, (each) => {
    if (isObject(each) && typeof each['multipleOf'] === 'number') factors.add(each['multipleOf']);
  });
  return [...factors];
}

type Leaf = string | number;
const isLeaf = (value: unknown): value is Leaf => typeof value === 'string' || typeof value === 'number';

/** The strings and numbers that are in several places. */
function findRepeated(value: unknown): readonly Leaf[] {
  const counts = new Map<Leaf, number>();
  const count = (at: unknown): readonly never[] => {
    if (isLeaf(at)) counts.set(at, (counts.get(at) ?? 0) + 1);
    return [];
  };
  void [...varyValue(value, count)];
  return [...counts].filter(([, times]) => times > 1).map(([leaf]) => leaf);
}

function replaceAll(value: unknown, wanted: Leaf, instead: unknown): unknown {
  if (value === wanted) return instead;
  if (Array.isArray(value)) return value.map((item) => replaceAll(item, wanted, instead));
  return isObject(value) ? mapValues(value, (member) => replaceAll(member, wanted, instead)) : value;
}
