import type { Random } from './random.ts';

const CLASSES: Readonly<Record<string, string>> = { d: '0123456789', w: 'azAZ09_', s: ' ', n: '\n', t: '\t' };
const ANYTHING = 'aZ0 -';

/**
 * A string that a regular expression probably matches: for literals, classes, groups, alternatives and quantifiers.
 * Callers must check it.
 */
export function samplePattern(pattern: string, random: Random): string {
  return new PatternSampler(pattern, random).alternatives();
}

class PatternSampler {
  readonly #pattern: string;
  readonly #random: Random;
  #index = 0;

  constructor(pattern: string, random: Random) {
    this.#pattern = pattern;
    this.#random = random;
  }

  alternatives(): string {
    const found = [this.#sequence()];
    while (this.#take('|')) found.push(this.#sequence());
    return this.#random.pick(found) ?? '';
  }

  #sequence(): string {
    let text = '';
    while (this.#index < this.#pattern.length && !'|)'.includes(this.#peek())) text += this.#repeated();
    return text;
  }

  #repeated(): string {
    const start = this.#index;
    let text = this.#atom();
    const end = this.#index;
    const times = this.#quantifier();
    const after = this.#index;
    if (times === 0) return '';
    for (let count = 1; count < times; count++) {
      this.#index = start;
      text += this.#atom();
      if (this.#index !== end) break;
    }
    this.#index = after;
    return text;
  }

  #atom(): string {
    const char = this.#peek();
    this.#index++;
    switch (char) {
      case '^':
      case '$':
        return '';
      case '.':
        return this.#charOf(ANYTHING);
      case '\\':
        return this.#escape();
      case '[':
        return this.#class();
      case '(':
        return this.#group();
      default:
        return char;
    }
  }

  #escape(): string {
    const char = this.#peek();
    this.#index++;
    if (char === 'b' || char === 'B') return '';
    return this.#charOf(CLASSES[char] ?? char);
  }

  #group(): string {
    const isNegative = this.#take('?!') || this.#take('?<!');
    if (!isNegative && !this.#take('?:') && !this.#take('?=') && !this.#take('?<=')) {
      this.#pattern.slice(this.#index).replace(/^\?<[^>]*>/, (name) => ((this.#index += name.length), ''));
    }
    const text = this.alternatives();
    this.#take(')');
    return isNegative ? '' : text;
  }

  #class(): string {
    const end = this.#pattern.indexOf(']', this.#index + 1);
    const inside = this.#pattern.slice(this.#index, end);
    this.#index = end < 0 ? this.#pattern.length : end + 1;
    if (inside.startsWith('^'))
      return this.#charOf(
        Array.from('aZ0 -_é')
          .filter((c) => !inside.includes(c))
          .join(''),
      );
    const range = /^(.)-(.)/u.exec(inside);
    const chars =
      range === null ? inside.replace(/\\(.)/g, (_, c: string) => CLASSES[c] ?? c) : range.slice(1).join('');
    return this.#charOf(chars);
  }

  #quantifier(): number {
    const found = /^(\*|\+|\?|\{(\d+)(,\d*)?\})\??/.exec(this.#pattern.slice(this.#index));
    if (found === null) return 1;
    this.#index += found[0].length;
    if (found[2] !== undefined) return Math.min(Number(found[2]), 1000);
    return found[1] === '+' ? 1 + this.#random.below(2) : this.#random.below(2);
  }

  #charOf(chars: string): string {
    return this.#random.pick(Array.from(chars)) ?? 'a';
  }

  #peek(): string {
    return this.#pattern[this.#index] ?? '';
  }

  #take(text: string): boolean {
    if (!this.#pattern.startsWith(text, this.#index)) return false;
    this.#index += text.length;
    return true;
  }
}
