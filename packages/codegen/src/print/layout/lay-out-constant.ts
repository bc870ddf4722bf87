import type { Options } from 'prettier';
import {
  type Call,
  type Constant,
  type Expression,
  type List,
  type Member,
  NotPlain,
  readConstant,
} from './code-tree.ts';

/** The options of prettier that the layout follows. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'filepath',
  'printWidth',
  'tabWidth',
  'singleQuote',
  'endOfLine',
]);

/**
 * Lays out `const name = value;` as prettier does with single quotes, in a hundredth of its time: the value is made of
 * calls, objects, arrays and literals.
 *
 * @returns Undefined for all other code, and for what prettier breaks in a way of its own.
 */
export function layOutConstant(text: string, options: Options): string | undefined {
  const { printWidth = 80, singleQuote = false } = options;
  if (!singleQuote || !Object.keys(options).every((name) => FOLLOWED.has(name))) return undefined;
  // Others are wider than one column, or prettier reads them.
  if (/[^\n\u0020-\u007e\u2013-\u2026]/.test(text) || text.includes('prettier-ignore')) return undefined;
  if (IMPORTS.test(text))
    return text.split('\n').every((line) => line.length <= printWidth) ? text : undefined;
  const constant = readConstant(text);
  if (!constant) return undefined;
  try {
    return new Layout(options).constant(constant);
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

const OPERAND = String.raw`(?:[\w$]+(?:<typeof [\w$]+>)?(?:\[\])*|'[\w ./-]*')`;
/** Types that break between their operands; prettier keeps others together, such as those of objects. */
const UNION = new RegExp(`^${OPERAND}(?: \\| ${OPERAND})+$`);
const IMPORTS = /^(?:import \{ [\w, ]+ \} from '[^'\\\n]+';\n?)+$/;

class Layout {
  readonly #width: number;
  readonly #tab: number;

  constructor({ printWidth = 80, tabWidth = 2 }: Options) {
    this.#width = printWidth;
    this.#tab = tabWidth;
  }

  constant({ doc, head, value }: Constant): string {
    return [...doc, `${this.#assigned(head, value, 0)};`].join('\n');
  }

  /** `key: value`, where only the value breaks. */
  #assigned(head: string, value: Expression, indent: number): string {
    const column = indent + head.length;
    if (this.#fits(value, column, 1)) return head + value.flat;
    const start = value.kind === 'call' ? `${value.callee}(` : '{';
    if (!isBreakable(value) || column + start.length > this.#width) throw new NotPlain();
    return head + this.#broken(value, column, indent, 1);
  }

  #member({ doc, head, value, isMethod }: Member, indent: number): string {
    const lines = doc.map((line) => line + this.#newLine(indent));
    return lines.join('') + (isMethod ? this.#method(head, value, indent) : this.#value(head, value, indent));
  }

  #method(head: string, value: Expression, indent: number): string {
    const inner = indent + this.#tab;
    return `${head}${this.#newLine(inner)}${this.#assigned('throw ', value, inner)};${this.#newLine(indent)}}`;
  }

  #value(head: string, value: Expression, indent: number): string {
    if (head === '') return this.#expression(value, indent, indent, 1);
    if (value.kind !== 'atom' || !value.isString) return this.#assigned(head, value, indent);
    // A string goes to the next line, unless its key is hardly longer than the indentation there.
    const isShort = head.length - ': '.length < this.#tab + 3;
    if (isShort || this.#fits(value, indent + head.length, 1)) return head + value.flat;
    return head.trimEnd() + this.#newLine(indent + this.#tab) + value.flat;
  }

  #expression(value: Expression, column: number, indent: number, rest: number): string {
    if (value.kind === 'atom' || isWhole(value) || this.#fits(value, column, rest)) return value.flat ?? '';
    return this.#broken(value, column, indent, rest);
  }

  #broken(value: List | Call, column: number, indent: number, rest: number): string {
    if (value.kind !== 'call') return this.#list(value, indent);
    const {
      callee,
      types,
      args: { length },
    } = value;
    if (length === 0) throw new NotPlain();
    const head = callee + types;
    if (column + head.length + '('.length <= this.#width)
      return head + this.#arguments(value, column + head.length, indent);
    const inner = this.#newLine(indent + this.#tab);
    const union = types.slice(1, -1);
    if (!UNION.test(union)) throw new NotPlain();
    const fits = (text: string): boolean => inner.length - 1 + text.length <= this.#width;
    const lines = fits(union) ? [union] : union.split(' | ').map((operand) => `| ${operand}`);
    if (!lines.every(fits)) throw new NotPlain();
    const args = value.flat?.slice(head.length);
    const isFlat = args !== undefined && indent + '>'.length + args.length + rest <= this.#width;
    const end = isFlat ? args : this.#arguments(value, indent + 1, indent);
    return `${callee}<${lines.map((line) => inner + line).join('')}${this.#newLine(indent)}>${end}`;
  }

  #list({ kind, members }: List, indent: number): string {
    // Prettier fills lines with numbers.
    if (kind === 'array' && members.every(({ value }) => isNumber(value))) throw new NotPlain();
    const [open, close] = kind === 'object' ? ['{', '}'] : ['[', ']'];
    return this.#lines(
      open,
      members.map((member) => this.#member(member, indent + this.#tab)),
      close,
      indent,
    );
  }

  /** The last argument keeps the others company if it alone breaks. */
  #arguments({ args }: Call, column: number, indent: number): string {
    const last = args.at(-1);
    const others = args.slice(0, -1).map(({ flat }) => flat);
    const start = `(${others.map((text) => `${text}, `).join('')}`;
    const isHugged =
      last !== undefined &&
      (last.kind === 'object' || last.kind === 'array') &&
      last.members.length > 0 &&
      args.at(-2)?.kind !== last.kind &&
      !(args.length > 1 && last.kind === 'array' && last.members.every(({ value }) => isNumber(value))) &&
      !others.includes(undefined) &&
      column + start.length + 1 <= this.#width;
    if (isHugged) return `${start}${this.#list(last, indent)})`;
    const inner = indent + this.#tab;
    return this.#lines(
      '(',
      args.map((arg) => this.#expression(arg, inner, inner, 1)),
      ')',
      indent,
    );
  }

  #lines(open: string, parts: readonly string[], close: string, indent: number): string {
    const inner = this.#newLine(indent + this.#tab);
    return `${open}${parts.map((part) => `${inner}${part},`).join('')}${this.#newLine(indent)}${close}`;
  }

  #fits({ flat }: Expression, column: number, rest: number): boolean {
    return flat !== undefined && column + flat.length + rest <= this.#width;
  }

  #newLine(indent: number): string {
    return `\n${' '.repeat(indent)}`;
  }
}

const isNumber = (value: Expression): boolean => value.kind === 'atom' && /^-?\d/.test(value.flat);

/** Whether an expression has no place to break. */
const isWhole = (value: Expression): boolean =>
  value.kind === 'atom' || (value.kind !== 'call' && value.members.length === 0);

const isEmptyCall = (value: Expression): boolean => value.kind === 'call' && value.args.length === 0;

// Prettier breaks before a call that has hardly anything to break.
function isBreakable(value: Expression): value is List | Call {
  if (value.kind === 'atom' || isWhole(value)) return false;
  const [only, ...more] = value.kind === 'call' ? value.args : [];
  const isLittle = more.length === 0 && only !== undefined && (isWhole(only) || isEmptyCall(only));
  return !isLittle;
}
