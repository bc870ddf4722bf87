/** An expression of the kinds that printed tools are made of. */
export type Expression = Atom | List | Call;

/** A literal, a name or a call without arguments: it has no place to break. */
export interface Atom {
  readonly kind: 'atom';
  readonly flat: string;
  readonly isString: boolean;
}

/** An object or array. */
export interface List {
  readonly kind: 'object' | 'array';
  readonly members: readonly Member[];
  /** The expression on one line; undefined if it must break. */
  readonly flat: string | undefined;
}

/** A call or `new` expression with arguments. */
export interface Call {
  readonly kind: 'call';
  readonly callee: string;
  /** `<'a' | 'b'>`, or nothing. */
  readonly types: string;
  readonly args: readonly Expression[];
  readonly flat: string | undefined;
}

/** A member of a list. */
export interface Member {
  /** The lines of its comment. */
  readonly doc: readonly string[];
  /** What is before the value: `key: `, `...`, or nothing. */
  readonly head: string;
  readonly value: Expression;
  /** Whether it is a method whose body throws the value. */
  readonly isMethod: boolean;
}

/** `export const name = value;` with its comment. */
export interface Constant {
  readonly doc: readonly string[];
  readonly head: string;
  readonly value: Expression;
}

const NAME = String.raw`[A-Za-z_$][\w$]*`;
const SPACE = /[ \n]*/y;
const CONSTANT = new RegExp(`(?:export )?const ${NAME} = `, 'y');
const CALLEE = new RegExp(String.raw`(?:new )?${NAME}(?:\.${NAME})*`, 'y');
/** Numbers that are written in one way only. */
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?(?![\w.])/y;
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/y;
const KEY = new RegExp(
  String.raw`(?:${NAME}|\['__proto__'\]|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"): `,
  'y',
);
const METHOD = new RegExp(String.raw`${NAME}\(\) \{\n throw `, 'y');
const END_OF_METHOD = /;\n\}/y;
const DOC = /\/\*\*(?:(?!\*\/)[^])*\*\/\n/y;
/** A line of a comment whose lines all begin with an asterisk, which is only indented. */
const DOC_LINE = /^(?:\/\*\* ?.*| \*(?: .*\S|\/)?)$/;

/**
 * Reads constants whose values are calls, lists and literals.
 *
 * @returns Undefined if the code has anything else.
 */
export function readConstant(text: string): Constant | undefined {
  const reader = new TreeReader(text);
  try {
    return reader.constant();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

/** Thrown at code of another kind, and where prettier breaks at other places than lists and arguments. */
export class NotPlain extends Error {}

class TreeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  constant(): Constant {
    const doc = this.#doc();
    const head = this.#expect(CONSTANT);
    const value = this.#expression();
    if (this.#text.slice(this.#at) !== ';') throw new NotPlain();
    return { doc, head, value };
  }

  #expression(): Expression {
    const next = this.#text[this.#at];
    if (next === '{') return this.#list('object', '}');
    if (next === '[') return this.#list('array', ']');
    const literal = this.#take(STRING);
    if (literal !== undefined) return { kind: 'atom', flat: literal, isString: true };
    const number = this.#take(NUMBER);
    if (number !== undefined) return { kind: 'atom', flat: number, isString: false };
    const callee = this.#expect(CALLEE);
    const types = this.#text[this.#at] === '<' ? this.#typeArguments() : '';
    if (this.#text[this.#at] === '(') return this.#call(callee, types);
    if (types !== '' || /[. ]/.test(callee)) throw new NotPlain();
    return { kind: 'atom', flat: callee, isString: false };
  }

  #call(callee: string, types: string): Expression {
    this.#at += 1;
    const args: Expression[] = [];
    while (this.#text[this.#at] !== ')') {
      if (args.length > 0) this.#skip(', ');
      args.push(this.#expression());
    }
    this.#at += 1;
    const head = `${callee}${types}(`;
    if (args.length === 0 && types === '') return { kind: 'atom', flat: `${head})`, isString: false };
    const flat = joinFlat(
      head,
      args.map((each) => each.flat),
      ')',
    );
    return { kind: 'call', callee, types, args, flat };
  }

  #list(kind: 'object' | 'array', end: string): Expression {
    this.#at += 1;
    const isBroken = this.#text[this.#at] === '\n' || this.#text.startsWith(' \n', this.#at);
    const members: Member[] = [];
    for (this.#take(SPACE); this.#text[this.#at] !== end; this.#take(SPACE)) {
      members.push(this.#member(kind));
      this.#take(SPACE);
      if (this.#text[this.#at] === ',') this.#at += 1;
      else if (this.#text[this.#at] !== end) throw new NotPlain();
    }
    this.#at += 1;
    if (members.length === 0) return { kind, members, flat: kind === 'object' ? '{}' : '[]' };
    const mustBreak = kind === 'object' ? isBroken : isTable(members.map(({ value }) => value));
    const flat = mustBreak ? undefined : flatList(kind, members);
    return { kind, members, flat };
  }

  #member(kind: 'object' | 'array'): Member {
    const doc = this.#doc();
    if (kind === 'array') return { doc, head: '', value: this.#expression(), isMethod: false };
    const method = this.#take(METHOD);
    if (method !== undefined) {
      const value = this.#expression();
      this.#expect(END_OF_METHOD);
      return { doc, head: method.slice(0, method.indexOf('\n')), value, isMethod: true };
    }
    const head = this.#text.startsWith('...', this.#at) ? this.#skip('...') : (this.#take(KEY) ?? '');
    // Some parsers write numbers without quotes.
    if (/^['"]\d/.test(head)) throw new NotPlain();
    const value = this.#expression();
    if (head === '' && (value.kind !== 'atom' || value.isString)) throw new NotPlain();
    return { doc, head, value, isMethod: false };
  }

  #doc(): readonly string[] {
    const doc = this.#take(DOC);
    if (doc === undefined) return [];
    const lines = doc.trimEnd().split('\n');
    if (!lines.every((line) => DOC_LINE.test(line))) throw new NotPlain();
    return lines;
  }

  /** `<'a' | 'b'>`, on one line. */
  #typeArguments(): string {
    let types = '';
    let depth = 0;
    do {
      const string = this.#take(STRING);
      if (string !== undefined) {
        if (/['\\]/.test(string.slice(1, -1))) throw new NotPlain();
        types += `'${string.slice(1, -1)}'`;
        continue;
      }
      const character = this.#text[this.#at++];
      if (character === undefined || character === '\n') throw new NotPlain();
      if (character === '<') depth += 1;
      else if (character === '>') depth -= 1;
      types += character;
    } while (depth > 0);
    return types;
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const taken = pattern.exec(this.#text)?.[0];
    if (taken !== undefined) this.#at += taken.length;
    return taken;
  }

  #expect(pattern: RegExp): string {
    const taken = this.#take(pattern);
    if (taken === undefined) throw new NotPlain();
    return taken;
  }

  #skip(text: string): string {
    if (!this.#text.startsWith(text, this.#at)) throw new NotPlain();
    this.#at += text.length;
    return text;
  }
}

// Several objects, or several arrays, each with more than one member: prettier writes one a line.
function isTable(values: readonly Expression[]): boolean {
  const [first] = values;
  return (
    values.length > 1 &&
    values.every((each) => each.kind === first?.kind && 'members' in each && each.members.length > 1)
  );
}

function flatList(kind: 'object' | 'array', members: readonly Member[]): string | undefined {
  if (members.some(({ doc, isMethod }) => doc.length > 0 || isMethod)) return undefined;
  const texts = members.map(({ head, value }) => value.flat && head + value.flat);
  return kind === 'object' ? joinFlat('{ ', texts, ' }') : joinFlat('[', texts, ']');
}

function joinFlat(start: string, texts: readonly (string | undefined)[], end: string): string | undefined {
  return texts.includes(undefined) ? undefined : `${start}${texts.join(', ')}${end}`;
}
