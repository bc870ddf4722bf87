import type { Options } from 'prettier';

/** The options of prettier that the plain layout follows; `formatPieces` ends lines itself. */
const FOLLOWED: ReadonlySet<string> = new Set([
  'filepath',
  'printWidth',
  'tabWidth',
  'singleQuote',
  'endOfLine',
]);

const NAME = String.raw`[A-Za-z_$][\w$]*`;
// Without quotes or escapes, so that the kind of quote is only exchanged.
const OPERAND = String.raw`(?:${NAME}|"[\w .,:/-]*"|0|[1-9]\d*)(?:\[\])*`;
const TYPE = String.raw`${OPERAND}(?: \| ${OPERAND})*`;

const GENERIC = String.raw`${NAME}(?:<${NAME}>)?`;
const PARAMETER = String.raw`${NAME}\??: (?:${TYPE}|\(\) => void)`;
const PARAMETERS = String.raw`(?:${PARAMETER}(?:, ${PARAMETER})*)?`;
const PATH = String.raw`["'][\w./@$-]+["']`;

const whole = (pattern: string): RegExp => new RegExp(`^${pattern}$`);

/** A kind of block: the lines that may stand in it, unless they are too long, and the blocks that may. */
interface Block {
  readonly end: RegExp;
  readonly lines: readonly RegExp[];
  readonly blocks: readonly (readonly [start: RegExp, block: Block])[];
}

/** Blocks that may stand in each other. */
function nesting(start: string, end: RegExp, lines: readonly string[]): Block {
  const blocks: [RegExp, Block][] = [];
  const block = { end, lines: lines.map(whole), blocks };
  blocks.push([whole(start), block]);
  return block;
}

const OBJECT_TYPE = nesting(String.raw`${NAME}\??: \{`, /^\}(?:\[\])*;$/, [
  String.raw`(?:readonly )?${NAME}\??: ${TYPE};`,
  String.raw`${NAME}\(${PARAMETERS}\): ${GENERIC};`,
  String.raw`${NAME}\?: \(\(${PARAMETERS}\) => void\) \| undefined;`,
  String.raw`${NAME}: \{ ${NAME}: infer ${NAME} \};`,
]);

const OBJECT = nesting(String.raw`${NAME}: \{`, /^\},$/, [
  `${NAME},`,
  `${NAME}: ${NAME},`,
  String.raw`${NAME}: call\("\w+"\),`,
  String.raw`${NAME}: loadOnCall\(async \(\) => \(await import\(${PATH}\)\)\.${NAME}\),`,
]);

const CALL: Block = {
  end: /^\};$/,
  lines: [/^return caller\.callTool\(name, input, options\) as Promise<never>;$/],
  blocks: [],
};
const FUNCTION: Block = {
  end: /^\}$/,
  lines: [],
  blocks: [[/^return \(input: unknown = \{\}, options\?: CallOptions\) => \{$/, CALL]],
};
const CREATE_TOOLS: Block = {
  end: /^\}$/,
  lines: [],
  blocks: [
    [/^function call\(name: string\) \{$/, FUNCTION],
    [/^return \{$/, { ...OBJECT, end: /^\};$/ }],
  ],
};

const END_OF_CONDITIONAL = whole(String.raw`\} (?<then>\? ${NAME}) (?<otherwise>: ${NAME};)`);

const STATEMENTS: Block = {
  end: /(?!)/,
  lines: [
    String.raw`export (?:interface ${NAME} \{\}|type ${NAME} = ${OPERAND};)`,
    String.raw`import (?:type )?\{ (?:type )?${NAME}(?:, (?:type )?${NAME})* \} from ${PATH};`,
    String.raw`import \* as ${NAME} from ${PATH};`,
    `export declare const ${NAME}: ${NAME};`,
    'const manifest = parseBuiltManifest`manifest`;',
    String.raw`const validators = validatorsOnCall\(manifest, \d+, modules\);`,
  ].map(whole),
  blocks: [
    [
      whole(String.raw`(?:export )?interface ${NAME}(?: extends ${NAME})? \{`),
      { ...OBJECT_TYPE, end: /^\}$/ },
    ],
    [
      whole(String.raw`export type ${NAME} = typeof globalThis extends \{`),
      { ...OBJECT_TYPE, end: END_OF_CONDITIONAL },
    ],
    [whole(String.raw`export const ${NAME}: ${GENERIC} = \{`), { ...OBJECT, end: /^\};$/ }],
    [/^export function createTools\(caller: ToolCaller\): Tools \{$/, CREATE_TOOLS],
  ],
};

/** Lines that may be broken: `head` and `tail` stand on lines of their own then, and each part of `list`. */
const BROKEN: readonly RegExp[] = [
  String.raw`(?<head>${NAME}\()(?<list>input\??: ${NAME}, options\?: ${NAME})(?<tail>\): Promise<${NAME}>;)`,
  String.raw`(?<head>${NAME}: loadOnCall\()(?<list>async \(\) => .*)(?<tail>\),)`,
  String.raw`(?<head>import \{) (?<list>.*, .*) (?<tail>\} from .*;)`,
].map(whole);

const START_OF_COMMENT = /^\/\*\*(?: .*\*\/)?$/;
/** Another line of a JSDoc comment: prettier indents only those whose lines all begin with an asterisk. */
const IN_COMMENT = /^ \*(?: .*\S|\/)?$/;
const LINE_COMMENT = /^\/\/ .*\S$/;

/**
 * Formats what the emitter writes for most tools as prettier does, in a hundredth of the time.
 *
 * @returns Undefined for all other code and options, which prettier has to format.
 */
export function formatPlain(text: string, options: Options): string | undefined {
  const isFollowed = Object.keys(options).every((name) => FOLLOWED.has(name));
  if (!isFollowed || text.includes('prettier-ignore')) return undefined;
  const layout = new PlainLayout(options);
  return text
    .trimEnd()
    .split('\n')
    .every((line) => layout.add(line))
    ? layout.text
    : undefined;
}

/** The lines of a text with their indentation. */
class PlainLayout {
  readonly #lines: string[] = [];
  /** The open blocks, innermost last. */
  readonly #open: Block[] = [];
  readonly #printWidth: number;
  readonly #tabWidth: number;
  readonly #quote: '"' | "'";
  #isComment = false;

  constructor({ printWidth = 80, tabWidth = 2, singleQuote = false }: Options) {
    this.#printWidth = printWidth;
    this.#tabWidth = tabWidth;
    this.#quote = singleQuote ? "'" : '"';
  }

  /** The formatted text; undefined if it ends within a block or a comment. */
  get text(): string | undefined {
    const isWhole = this.#open.length === 0 && !this.#isComment && this.#last !== '';
    return isWhole ? this.#lines.join('\n') : undefined;
  }

  get #last(): string | undefined {
    return this.#lines.at(-1);
  }

  /** @returns Whether the line is plain. */
  add(indented: string): boolean {
    const line = indented.trimStart();
    if (this.#isComment || line.startsWith('/**')) return this.#addComment(line);
    if (LINE_COMMENT.test(line)) return this.#push(line);
    // Prettier joins blank lines, and drops those at the ends of blocks.
    if (line === '') return this.#open.length === 0 && !!this.#last && this.#push('');
    if (line.startsWith('}')) return this.#close(line);
    const { lines, blocks } = this.#open.at(-1) ?? STATEMENTS;
    const [, block] = blocks.find(([start]) => start.test(line)) ?? [];
    if (block) return this.#put(line) && this.#open.push(block) > 0;
    return lines.some((each) => each.test(line)) && (this.#put(line) || this.#putBroken(line));
  }

  #addComment(text: string): boolean {
    const line = this.#isComment ? ` ${text}` : text;
    if (!(this.#isComment ? IN_COMMENT : START_OF_COMMENT).test(line) || /\*\/./.test(line)) return false;
    this.#isComment = !line.endsWith('*/');
    return this.#push(line);
  }

  #close(line: string): boolean {
    // An empty block is written on one line; a comment alone may be, too.
    if (!this.#last || /\{$|^ *\/[/*]|^ *\*/.test(this.#last) || !this.#open.pop()?.end.test(line))
      return false;
    const { then, otherwise } = END_OF_CONDITIONAL.exec(line)?.groups ?? {};
    const inner = ' '.repeat(this.#tabWidth);
    return then === undefined
      ? this.#put(line)
      : this.#put('}') && this.#put(inner + then) && this.#put(inner + otherwise);
  }

  #putBroken(line: string): boolean {
    const broken = BROKEN.map((each) => each.exec(line)?.groups).find((groups) => groups !== undefined);
    const { head, list, tail } = broken ?? {};
    if (head === undefined || list === undefined || tail === undefined) return false;
    const inner = ' '.repeat(this.#tabWidth);
    return [head, ...list.split(', ').map((each) => `${inner}${each},`), tail].every((each) =>
      this.#put(each),
    );
  }

  #put(line: string): boolean {
    const text = line.replaceAll(/["']/g, this.#quote);
    return this.#indentation.length + text.length <= this.#printWidth && this.#push(text);
  }

  #push(line: string): boolean {
    return this.#lines.push(line === '' ? '' : this.#indentation + line) > 0;
  }

  get #indentation(): string {
    return ' '.repeat(this.#open.length * this.#tabWidth);
  }
}
