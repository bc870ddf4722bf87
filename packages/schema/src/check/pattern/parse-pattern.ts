import { type CodeRange, complement, type PatternNode } from './pattern-node.ts';

/** Longer patterns are not looked into. */
const MAX_LENGTH = 2000;
/** Groups inside groups beyond this are not looked into. */
const MAX_DEPTH = 50;

/** Characters that sets are tried on which are not worked out here: those of Latin scripts. */
const MAX_TRIED = 0x180;

const DIGITS: readonly CodeRange[] = [[48, 57]];
const WORD: readonly CodeRange[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: readonly CodeRange[] = [
  [9, 13],
  [32, 32],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
const LINE_ENDS: readonly CodeRange[] = [
  [10, 10],
  [13, 13],
  [0x2028, 0x2029],
];
const CLASSES: ReadonlyMap<string, readonly CodeRange[]> = new Map([
  ['d', DIGITS],
  ['w', WORD],
  ['s', SPACE],
  ['D', complement(DIGITS)],
  ['W', complement(WORD)],
  ['S', complement(SPACE)],
]);
const CONTROLS: ReadonlyMap<string, number> = new Map(
  Object.entries({ t: 9, n: 10, v: 11, f: 12, r: 13, '0': 0 }),
);

/**
 * Reads a regular expression into its parts.
 *
 * @param pattern - One that compiles with the `u` flag.
 * @returns Nothing where it is too long, or written in a way that is not known here.
 */
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
    // A lazy loop tries the same ways in another order.
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
        return { kind: 'set', ranges: complement(LINE_ENDS) };
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
    const isLook = this.#takeAny(['?=', '?!', '?<=', '?<!']);
    if (!isLook && !this.#takeAny(['?:']) && this.#takeAny(['?<']))
      while (this.#next() !== '>' && !this.#failed);
    const inner = this.choice(depth + 1);
    if (!this.#take(')')) this.#failed = true;
    return isLook ? { kind: 'unknown', inner } : inner;
  }

  #escape(): PatternNode {
    const start = this.#at - 1;
    const char = this.#next();
    const known = CLASSES.get(char);
    if (known) return { kind: 'set', ranges: known };
    if (/[bBk1-9]/.test(char)) {
      if (char === 'k') while (this.#next() !== '>' && !this.#failed);
      return { kind: 'unknown' };
    }
    const code = this.#escapedCode(char);
    return { kind: 'set', ranges: code === undefined ? this.#tried(start) : [[code, code]] };
  }

  // Undefined for `\p{…}`: sets that are not worked out here.
  #escapedCode(char: string): number | undefined {
    if (char === 'p' || char === 'P') {
      while (this.#next() !== '}' && !this.#failed);
      return undefined;
    }
    if (char === 'c') return (this.#next().codePointAt(0) ?? 0) % 32;
    if (char === 'x' || char === 'u') return this.#hexCode(char === 'x' ? 2 : 4);
    return CONTROLS.get(char) ?? char.codePointAt(0);
  }

  #hexCode(length: number): number {
    let digits = '';
    if (this.#take('{')) {
      for (let digit = this.#next(); digit !== '}' && !this.#failed; digit = this.#next()) digits += digit;
    } else {
      for (let left = length; left > 0; left--) digits += this.#next();
    }
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
    if (!isKnown) return { kind: 'set', ranges: this.#tried(start) };
    return { kind: 'set', ranges: isNegated ? complement(ranges) : ranges };
  }

  #classMember(): number | readonly CodeRange[] | undefined {
    const char = this.#next();
    if (char !== '\\') return char.codePointAt(0);
    const escaped = this.#next();
    if (escaped === 'b') return 8;
    return CLASSES.get(escaped) ?? this.#escapedCode(escaped);
  }

  // Sets such as `\p{L}`: which of the first characters are in them, as the engine sees it.
  #tried(start: number): readonly CodeRange[] | undefined {
    if (this.#failed) return undefined;
    const set = new RegExp(`^${this.#chars.slice(start, this.#at).join('')}$`, 'u');
    return Array.from({ length: MAX_TRIED }, (_, code) => code)
      .filter((code) => set.test(String.fromCodePoint(code)))
      .map((code) => [code, code]);
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

  #takeAny(texts: readonly string[]): boolean {
    const found = texts.find((text) => this.#chars.slice(this.#at, this.#at + text.length).join('') === text);
    this.#at += found?.length ?? 0;
    return found !== undefined;
  }
}

function oneOf(char: string): PatternNode {
  const code = char.codePointAt(0) ?? 0;
  return { kind: 'set', ranges: [[code, code]] };
}
