import { CLASSES, type CodeRange, complement, IN_LINE, triedRanges } from './character-sets.ts';

/** Longer patterns are not analysed. */
const MAX_LENGTH = 2000;
/** Groups nested deeper are not analysed. */
const MAX_DEPTH = 50;

/** Maximum sets such as `\p{L}` in a pattern: enumerating one is slow. */
const MAX_TRIED_SETS = 20;

const CONTROLS: ReadonlyMap<string, number> = new Map(
  Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }),
);

const LOOKS: readonly LookOpening[] = ['?=', '?!', '?<=', '?<!'];

/** Parses a pattern that compiles with the `u` flag; `undefined` where it is too long, or its syntax is not supported. */
export function parsePattern(pattern: string): PatternNode | undefined {
  if (pattern.length > MAX_LENGTH) return undefined;
  const parser = new PatternParser(pattern);
  const node = parser.choice(0);
  return parser.isDone ? node : undefined;
}

class PatternParser {
  readonly #chars: readonly string[];
  #at = 0;
  #failed = false;
  /** The closed groups, by number and by name; open ones are only counted. */
  readonly #groups = new Map<number | string, PatternNode>();
  #opened = 0;
  #triedSets = 0;

  constructor(pattern: string) {
    this.#chars = Array.from(pattern);
  }

  get isDone(): boolean {
    return !this.#failed && this.#at === this.#chars.length;
  }

  choice(depth: number): PatternNode {
    if (depth > MAX_DEPTH) this.#failed = true;
    const options = [this.#sequence(depth)];
    while (this.#take('|')) options.push(this.#sequence(depth));
    return options.length === 1 ? (options[0] as PatternNode) : { kind: 'choice', options };
  }

  #sequence(depth: number): PatternNode {
    const parts: PatternNode[] = [];
    while (!this.#failed && this.#at < this.#chars.length && !['|', ')'].includes(this.#peek()))
      parts.push(this.#quantified(this.#atom(depth)));
    return parts.length === 1 ? (parts[0] as PatternNode) : { kind: 'sequence', parts };
  }

  #quantified(body: PatternNode): PatternNode {
    const [least, most] = this.#quantifier() ?? [1, 1];
    // A lazy loop tries the same paths in another order.
    if (least !== 1 || most !== 1) this.#take('?');
    return least === 1 && most === 1 ? body : { kind: 'loop', body, least, most };
  }

  #quantifier(): readonly [number, number] | undefined {
    if (this.#take('*')) return [0, Infinity];
    if (this.#take('+')) return [1, Infinity];
    if (this.#take('?')) return [0, 1];
    if (!this.#take('{')) return undefined;
    const match = /^(\d+)(?:(,)(\d*))?\}/.exec(this.#chars.slice(this.#at, this.#at + 40).join(''));
    if (!match) return void (this.#failed = true);
    this.#at += match[0].length;
    const least = Number(match[1]);
    return [least, match[2] === undefined ? least : match[3] ? Number(match[3]) : Infinity];
  }

  #atom(depth: number): PatternNode {
    const char = this.#next();
    switch (char) {
      case '^':
        return { kind: 'start' };
      case '$':
        return { kind: 'end' };
      case '.':
        return { kind: 'set', ranges: IN_LINE };
      case '(':
        return this.#group(depth);
      case '[':
        return this.#class();
      case '\\':
        return this.#escape();
      default:
        return oneOf(char);
    }
  }

  #group(depth: number): PatternNode {
    const look = LOOKS.find((opening) => this.#takeText(opening));
    if (look !== undefined) return { kind: 'look', opening: look, inner: this.#closed(depth) };
    if (this.#takeText('?:')) return this.#closed(depth);
    const number = ++this.#opened;
    const name = this.#takeText('?<') ? this.#until('>') : undefined;
    const inner = this.#closed(depth);
    this.#groups.set(number, inner);
    if (name !== undefined) this.#groups.set(name, inner);
    return inner;
  }

  #closed(depth: number): PatternNode {
    const inner = this.choice(depth + 1);
    if (!this.#take(')')) this.#failed = true;
    return inner;
  }

  #escape(): PatternNode {
    const start = this.#at - 1;
    const char = this.#next();
    if (char === 'b' || char === 'B') return { kind: 'boundary', text: `\\${char}` };
    if (char === 'k') return this.#reference(this.#until('>').slice(1));
    if (/[1-9]/.test(char)) {
      let digits = char;
      while (/^\d$/.test(this.#peek())) digits += this.#next();
      return this.#reference(Number(digits));
    }
    const known = CLASSES.get(char);
    if (known !== undefined) return { kind: 'set', ranges: known };
    const code = this.#escapedCode(char);
    return { kind: 'set', ranges: code === undefined ? this.#tried(start) : [[code, code]] };
  }

  #reference(group: number | string): PatternNode {
    return { kind: 'reference', to: this.#groups.get(group) };
  }

  // Returns `undefined` for `\p{…}`, whose set is enumerated elsewhere.
  #escapedCode(char: string): number | undefined {
    if (char === 'p' || char === 'P') {
      this.#until('}');
      return undefined;
    }
    if (char === 'c') return (this.#next().codePointAt(0) ?? 0) % 32;
    if (char === 'x') return this.#hexCode(2);
    if (char === 'u') return this.#unicode();
    return CONTROLS.get(char) ?? char.codePointAt(0);
  }

  // Two escaped surrogates are one character.
  #unicode(): number {
    const high = this.#hexCode(4);
    const low = this.#chars.slice(this.#at, this.#at + 6).join('');
    if (high < 0xd800 || high > 0xdbff || !/^\\u[dD][c-fC-F]/.test(low)) return high;
    this.#at += low.length;
    return (high - 0xd800) * 0x400 + Number.parseInt(low.slice(2), 16) - 0xdc00 + 0x10000;
  }

  #hexCode(length: number): number {
    if (this.#take('{')) return Number.parseInt(this.#until('}'), 16);
    let digits = '';
    for (let left = length; left > 0; left--) digits += this.#next();
    return Number.parseInt(digits, 16);
  }

  #class(): PatternNode {
    const start = this.#at - 1;
    const isNegated = this.#take('^');
    const ranges: CodeRange[] = [];
    let isKnown = true;
    while (!this.#failed && !this.#take(']')) {
      const from = this.#classMember();
      if (typeof from !== 'number') {
        if (from) ranges.push(...from);
        else isKnown = false;
        continue;
      }
      const isRange = this.#peek() === '-' && this.#chars[this.#at + 1] !== ']';
      const to = isRange && this.#take('-') ? this.#classMember() : from;
      if (typeof to === 'number') ranges.push([from, to]);
      else isKnown = false;
    }
    if (!this.#failed && !isKnown) return { kind: 'set', ranges: this.#tried(start) };
    return { kind: 'set', ranges: isNegated ? complement(ranges) : ranges };
  }

  #classMember(): number | readonly CodeRange[] | undefined {
    const char = this.#next();
    if (char !== '\\') return char.codePointAt(0);
    const escaped = this.#next();
    if (escaped === 'b') return 8;
    return CLASSES.get(escaped) ?? this.#escapedCode(escaped);
  }

  #tried(start: number): readonly CodeRange[] {
    if (++this.#triedSets > MAX_TRIED_SETS) this.#failed = true;
    return this.#failed ? [] : triedRanges(this.#chars.slice(start, this.#at).join(''));
  }

  #peek(): string {
    return this.#chars[this.#at] ?? '';
  }

  #next(): string {
    const char = this.#chars[this.#at++];
    if (char === undefined) this.#failed = true;
    return char ?? '';
  }

  #take(char: string): boolean {
    if (this.#peek() !== char) return false;
    this.#at++;
    return true;
  }

  #takeText(text: string): boolean {
    if (this.#chars.slice(this.#at, this.#at + text.length).join('') !== text) return false;
    this.#at += text.length;
    return true;
  }

  /** Consumes everything up to and including a character, and returns what precedes it. */
  #until(end: string): string {
    let text = '';
    for (let char = this.#next(); char !== end && !this.#failed; char = this.#next()) text += char;
    return text;
  }
}

function oneOf(char: string): PatternNode {
  const code = char.codePointAt(0) ?? 0;
  return { kind: 'set', ranges: [[code, code]] };
}

/** A node of a parsed pattern. Groups are their content; lazy loops are greedy, as both try the same paths. */
export type PatternNode =
  /** A set of characters. */
  | { readonly kind: 'set'; readonly ranges: readonly CodeRange[] }
  | { readonly kind: 'start' | 'end' }
  /** `\b` or `\B`. */
  | { readonly kind: 'boundary'; readonly text: string }
  /** A look-ahead or look-behind, and its opening. */
  | { readonly kind: 'look'; readonly opening: LookOpening; readonly inner: PatternNode }
  /** A back-reference; without the group where that is not closed yet. */
  | { readonly kind: 'reference'; readonly to: PatternNode | undefined }
  | { readonly kind: 'sequence'; readonly parts: readonly PatternNode[] }
  | { readonly kind: 'choice'; readonly options: readonly PatternNode[] }
  | { readonly kind: 'loop'; readonly body: PatternNode; readonly least: number; readonly most: number };

/** The opening of a look-around, after its parenthesis. */
export type LookOpening = '?=' | '?!' | '?<=' | '?<!';
