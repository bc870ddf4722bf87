import { ANY, type CodeRange } from './character-sets.ts';
import type { PatternNode } from './parse-pattern.ts';

/** Larger automata are not built. */
const MAX_STATES = 3_000;

/** A state of an automaton: the characters that it reads, and the transitions that read none. */
interface State {
  readonly reads: { readonly ranges: readonly CodeRange[]; readonly to: number }[];
  readonly skips: number[];
}

/** A pattern as a nondeterministic finite automaton over whole strings, from state 0 to state 1. */
export type PatternAutomaton = readonly State[];

const ANYTHING: PatternNode = {
  kind: 'loop',
  body: { kind: 'set', ranges: ANY },
  least: 0,
  most: Infinity,
};

/** A pattern for the strings of some lengths. */
export function ofLength(least: number, most: number): PatternNode {
  const parts: PatternNode[] = [
    { kind: 'start' },
    { ...ANYTHING, least, most } as PatternNode,
    { kind: 'end' },
  ];
  return { kind: 'sequence', parts };
}

/**
 * Builds the automaton of a pattern.
 *
 * @returns `undefined` where the pattern is too large, or not regular: look-arounds, back-references, and anchors in
 * its middle.
 */
export function automatonOf(pattern: PatternNode): PatternAutomaton | undefined {
  const builder = new AutomatonBuilder();
  const options = pattern.kind === 'choice' ? pattern.options : [pattern];
  for (const option of options) builder.addWhole(option);
  return builder.states;
}

class AutomatonBuilder {
  readonly #states: State[] = [emptyState(), emptyState()];
  #isBeyond = false;

  get states(): PatternAutomaton | undefined {
    return this.#isBeyond ? undefined : this.#states;
  }

  /** Adds a path from the first state to the last; without an anchor, anything may surround a match. */
  addWhole(option: PatternNode): void {
    const parts = option.kind === 'sequence' ? [...option.parts] : [option];
    if (parts.at(0)?.kind === 'start') parts.shift();
    else parts.unshift(ANYTHING);
    if (parts.at(-1)?.kind === 'end') parts.pop();
    else parts.push(ANYTHING);
    this.#sequence(parts, 0, 1);
  }

  #add(node: PatternNode, from: number, to: number): void {
    if (this.#states.length > MAX_STATES) this.#isBeyond = true;
    if (this.#isBeyond) return;
    switch (node.kind) {
      case 'set':
        return void this.#states[from]?.reads.push({ ranges: node.ranges, to });
      case 'sequence':
        return this.#sequence(node.parts, from, to);
      case 'choice':
        return node.options.forEach((option) => this.#add(option, from, to));
      case 'loop':
        return this.#loop(node, from, to);
      default:
        this.#isBeyond = true;
    }
  }

  #sequence(parts: readonly PatternNode[], from: number, to: number): void {
    let at = from;
    for (const part of parts) {
      const next = this.#newState();
      this.#add(part, at, next);
      at = next;
    }
    this.#skip(at, to);
  }

  #loop({ body, least, most }: PatternNode & { kind: 'loop' }, from: number, to: number): void {
    let at = this.#newState();
    this.#skip(from, at);
    const turns = most === Infinity ? least : most;
    for (let turn = 0; turn < turns && !this.#isBeyond; turn++) {
      const next = this.#newState();
      if (turn >= least) this.#skip(at, to);
      this.#add(body, at, next);
      at = next;
    }
    if (most === Infinity) {
      const again = this.#newState();
      this.#skip(at, again);
      this.#add(body, again, at);
    }
    this.#skip(at, to);
  }

  #newState(): number {
    return this.#states.push(emptyState()) - 1;
  }

  #skip(from: number, to: number): void {
    this.#states[from]?.skips.push(to);
  }
}

const emptyState = (): State => ({ reads: [], skips: [] });
