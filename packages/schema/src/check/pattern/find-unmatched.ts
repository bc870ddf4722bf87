import type { CodeRange } from './character-sets.ts';
import { automatonOf, type PatternAutomaton } from './pattern-automaton.ts';
import type { PatternNode } from './pattern-node.ts';

/** Maximum sets of states to visit. */
const MAX_STEPS = 20_000;

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

/** The states that each automaton may be in, and how they were reached. */
interface Reached {
  readonly states: readonly (readonly number[])[];
  readonly letter: number;
  readonly before: Reached | undefined;
}

function search(
  automata: readonly PatternAutomaton[],
  letters: readonly number[],
  onSteps?: (count: number) => void,
): Unmatched | undefined {
  const start = { states: automata.map((each) => closure(each, [0])), letter: 0, before: undefined };
  const queue: Reached[] = [start];
  const seen = new Set<string>();
  // Appends to the array while iterating, so that short strings come first.
  for (const reached of queue) {
    const [wanted = [], ...given] = reached.states;
    if (given.every((states) => states.includes(1)) && !wanted.includes(1)) return { text: textOf(reached) };
    if (queue.length > MAX_STEPS) return undefined;
    onSteps?.(letters.length * automata.length);
    for (const letter of letters) {
      const states = reached.states.map((each, index) => read(automata[index] ?? [], each, letter));
      const key = states.join(' ');
      if (seen.has(key) || states.slice(1).some((each) => each.length === 0)) continue;
      seen.add(key);
      queue.push({ states, letter, before: reached });
    }
  }
  return 'none';
}

function read(automaton: PatternAutomaton, states: readonly number[], letter: number): readonly number[] {
  const next = states.flatMap((state) =>
    (automaton[state]?.reads ?? []).filter(({ ranges }) => has(ranges, letter)).map(({ to }) => to),
  );
  return closure(automaton, next);
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
