import type { CellRange } from './address.ts';
import { parseRange } from './address.ts';
import type { Scalar } from './cell-value.ts';

/** A formula as a tree. */
export type Formula =
  | { readonly kind: 'literal'; readonly value: Scalar }
  | { readonly kind: 'cell'; readonly address: string }
  | { readonly kind: 'range'; readonly range: CellRange }
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Formula[] };

/** Longer formulas, and deeper ones, are refused. */
const MAX_LENGTH = 1_000;
const MAX_DEPTH = 50;

const TOKEN =
  /\s*(?:(?<number>(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)|"(?<text>(?:[^"]|"")*)"|(?<range>[a-z]+\d+:[a-z]+\d+)|(?<name>[a-z]+(?=\s*\())|(?<cell>[a-z]+\d+)|(?<word>true|false)|(?<symbol><=|>=|<>|[-+*/^&=<>(),%]))\s*/iy;

/** How tightly operators bind; all of them group to the left. */
const PRECEDENCE: ReadonlyMap<string, number> = new Map([
  ...['=', '<>', '<', '>', '<=', '>='].map((operator): [string, number] => [operator, 1]),
  ['&', 2],
  ['+', 3],
  ['-', 3],
  ['*', 4],
  ['/', 4],
  ['^', 5],
]);

/**
 * Reads a formula, with its "=".
 *
 * @throws SyntaxError with what is wrong, for people.
 */
export function parseFormula(formula: string): Formula {
  if (formula.length > MAX_LENGTH) throw new SyntaxError(`it has more than ${MAX_LENGTH} characters`);
  const tokens = tokenize(formula.slice(1));
  const parser = new Parser(tokens);
  const tree = parser.expression(0, 0);
  parser.end();
  return tree;
}

interface Token {
  readonly kind: string;
  readonly text: string;
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(TOKEN);
  while (pattern.lastIndex < text.length) {
    const start = pattern.lastIndex;
    const { groups = {} } = pattern.exec(text) ?? {};
    const [kind, found] = Object.entries(groups).find(([, value]) => value !== undefined) ?? [];
    if (kind === undefined || found === undefined)
      throw new SyntaxError(`"${text.slice(start, start + 10)}" is not understood`);
    tokens.push({ kind, text: found });
  }
  return tokens;
}

class Parser {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  expression(lowest: number, depth: number): Formula {
    if (depth > MAX_DEPTH) throw new SyntaxError('it nests too deep');
    let left = this.#operand(depth);
    for (;;) {
      const { kind, text } = this.#peek();
      const precedence = kind === 'symbol' ? (PRECEDENCE.get(text) ?? 0) : 0;
      if (precedence <= lowest) return left;
      this.#next++;
      left = call(text, left, this.expression(precedence, depth + 1));
    }
  }

  end(): void {
    const { text, kind } = this.#peek();
    if (kind !== 'end') throw new SyntaxError(`"${text}" is not expected there`);
  }

  #operand(depth: number): Formula {
    if (this.#accept('-')) return call('NEGATE', this.expression(4, depth + 1));
    if (this.#accept('+')) return this.expression(4, depth + 1);
    let operand = this.#atom(depth);
    while (this.#accept('%')) operand = call('/', operand, { kind: 'literal', value: 100 });
    return operand;
  }

  #atom(depth: number): Formula {
    const { kind, text } = this.#peek();
    this.#next++;
    if (kind === 'number') return { kind: 'literal', value: Number(text) };
    if (kind === 'text') return { kind: 'literal', value: text.replaceAll('""', '"') };
    if (kind === 'word') return { kind: 'literal', value: text.toLowerCase() === 'true' };
    if (kind === 'cell') return { kind: 'cell', address: text.toUpperCase() };
    if (kind === 'range') return rangeOf(text.toUpperCase());
    if (kind === 'name') return call(text.toUpperCase(), ...this.#operands(depth));
    if (text === '(' && kind === 'symbol') return this.#rest(depth);
    throw new SyntaxError(kind === 'end' ? 'it ends too early' : `"${text}" is not expected there`);
  }

  #operands(depth: number): Formula[] {
    this.#expect('(');
    if (this.#accept(')')) return [];
    const operands: Formula[] = [];
    do operands.push(this.expression(0, depth + 1));
    while (this.#accept(','));
    this.#expect(')');
    return operands;
  }

  #rest(depth: number): Formula {
    const inner = this.expression(0, depth + 1);
    this.#expect(')');
    return inner;
  }

  #peek(): Token {
    return this.#tokens[this.#next] ?? { kind: 'end', text: '' };
  }

  #accept(symbol: string): boolean {
    const { kind, text } = this.#peek();
    if (kind !== 'symbol' || text !== symbol) return false;
    this.#next++;
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#accept(symbol)) throw new SyntaxError(`a "${symbol}" is missing`);
  }
}

const call = (name: string, ...operands: Formula[]): Formula => ({ kind: 'call', name, operands });

function rangeOf(text: string): Formula {
  const range = parseRange(text);
  if (!range) throw new SyntaxError(`"${text}" is no range`);
  return { kind: 'range', range };
}
