import type { CodeRange } from './character-sets.ts';
import { automatonOf, type PatternAutomaton } from './pattern-automaton.ts';
import type { PatternNode } from './parse-pattern.ts';

/** Maximum sets of states to visit. */
const MAX_STEPS = 20_000;
/** States of a set that are read in about the time of another step. */
const STATES_OF_STEP = 8;

/** A string that some patterns match and another one does not, or the proof that there is none. */
export type Unmatched = { readonly text: string } | 'none';

/**
 * Looks for the shortest string that all given patterns match and another one does not.
 *
 * @param onSteps - Called with the number of moves that are tried next; may throw to end the search.
 * @returns `undefined` where the search gave up.
 */
export function findUnmatched(
  given: readonly PatternNode[],
  wanted: PatternNode,
  onSteps?: (count: number) => void,
): Unmatched | undefined {
  const automata = [wanted, ...given].map(automatonOf);
  if (!automata.every((automaton) => automaton !== undefined)) return undefined;
  const letters = lettersOf(automata.flat().flatMap(({ reads }) => reads.map(({ ranges }) => ranges)));
  return search(automata, letters, onSteps);
}

/** The set of states that each automaton is in, and how they were reached. */
interface Reached {
  readonly sets: readonly number[];
  readonly letter: number;
  readonly before: Reached | undefined;
}

function search(
  automata: readonly PatternAutomaton[],
  letters: readonly number[],
  onSteps?: (count: number) => void,
): Unmatched | undefined {
  const [wanted, ...given] = automata.map((each) => new StateSets(each, letters, onSteps));
  const all = wanted ? [wanted, ...given] : given;
  const queue: Reached[] = [{ sets: all.map(() => 0), letter: 0, before: undefined }];
  const seen = new Set<string>();
  // Appends to the array while iterating, so that short strings come first.
  for (const reached of queue) {
    const { sets } = reached;
    if (all.every((each, index) => each.isEnd(sets[index] ?? 0) === (each !== wanted)))
      return { text: textOf(reached) };
    if (queue.length > MAX_STEPS) return undefined;
    onSteps?.(letters.length);
    for (const [index, letter] of letters.entries()) {
      const next = all.map((each, at) => each.read(sets[at] ?? 0, index));
      const key = next.join(' ');
      if (seen.has(key) || given.some((each, at) => each.isEmpty(next[at + 1] ?? 0))) continue;
      seen.add(key);
      queue.push({ sets: next, letter, before: reached });
    }
  }
  return 'none';
}

/** The sets of states that an automaton can be in, numbered as they are reached: 0 is the first. Each is read once. */
class StateSets {
  readonly #automaton: PatternAutomaton;
  readonly #letters: readonly number[];
  readonly #onSteps: ((count: number) => void) | undefined;
  readonly #sets: (readonly number[])[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #moves: number[][] = [];

  constructor(
    automaton: PatternAutomaton,
    letters: readonly number[],
    onSteps: ((count: number) => void) | undefined,
  ) {
    this.#automaton = automaton;
    this.#letters = letters;
    this.#onSteps = onSteps;
    this.#numberOf(closure(automaton, [0]));
  }

  isEnd(set: number): boolean {
    return this.#sets[set]?.includes(1) ?? false;
  }

  isEmpty(set: number): boolean {
    return this.#sets[set]?.length === 0;
  }

  /** @param letter - Its index. */
  read(set: number, letter: number): number {
    const moves = (this.#moves[set] ??= []);
    return (moves[letter] ??= this.#readNew(this.#sets[set] ?? [], this.#letters[letter] ?? 0));
  }

  #readNew(states: readonly number[], letter: number): number {
    this.#onSteps?.(1 + Math.ceil(states.length / STATES_OF_STEP));
    const next = states.flatMap((state) =>
      (this.#automaton[state]?.reads ?? []).filter(({ ranges }) => has(ranges, letter)).map(({ to }) => to),
    );
    return this.#numberOf(closure(this.#automaton, next));
  }

  #numberOf(states: readonly number[]): number {
    const key = states.join(' ');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#sets.length);
    return this.#sets.push(states) - 1;
  }
}

function closure(automaton: PatternAutomaton, states: readonly number[]): readonly number[] {
  const all = new Set(states);
  // Visits what is added while iterating.
  for (const state of all) for (const next of automaton[state]?.skips ?? []) all.add(next);
  return [...all].sort((a, b) => a - b);
}

const has = (ranges: readonly CodeRange[], letter: number): boolean =>
  ranges.some(([from, to]) => from <= letter && letter <= to);

/** Readable characters, preferred as the representative of their class. */
const READABLE = Array.from('aA0 -_.', (char) => char.codePointAt(0) ?? 0);

/** A representative of each class of characters. */
function lettersOf(sets: readonly (readonly CodeRange[])[]): readonly number[] {
  const borders = new Set([0, 0x80, ...sets.flat().flatMap(([from, to]) => [from, to + 1])]);
  const letters = new Map<string, number>();
  for (const letter of [...READABLE, ...[...borders].filter((border) => border <= 0x10ffff)]) {
    const members = sets.map((ranges) => (has(ranges, letter) ? 1 : 0)).join('');
    if (!letters.has(members)) letters.set(members, letter);
  }
  return [...letters.values()];
}

function textOf(reached: Reached): string {
  const letters: number[] = [];
  for (let at = reached; at.before !== undefined; at = at.before) letters.push(at.letter);
  return String.fromCodePoint(...letters.reverse());
}
