import { ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { symbolOf, platformMembers } from '../read/symbols.ts';
import { membersOf } from '../../output/type-facts.ts';
import { isAccess, isText, keyOf, unwrap } from '../../../source/types/syntax.ts';
import { memberText } from '../table/member-table.ts';
import type { Origins } from './origins.ts';

/** What stands in a string for what is not known of it, and for parts of the page's own address; private characters of Unicode. */
const PART = {
  unknown: '\uE000',
  href: '\uE001',
  origin: '\uE002',
  protocol: '\uE003',
  host: '\uE004',
  path: '\uE005',
  /** Without characters special to URLs: a number. */
  safe: '\uE006',
  /** The same, but perhaps empty: something encoded. */
  encoded: '\uE007',
} as const;

const ANY_PART = /[\uE000-\uE007]/;

/** The destination of an address: the page's origin, another one, no server, or unknown. */
export type Destination = 'same' | 'cross' | 'none' | 'unknown';

/** Whether all of a string is known. */
function isKnown(text: string): boolean {
  return !ANY_PART.test(text);
}

/** The page's origin at the start: as a whole, or its host behind a scheme or `//`. */
const OWN_ORIGIN = /^(?:\uE002|(?:\uE003|(?:https?|wss?):)?\/\/\uE004)/i;
const LOCAL_SCHEMES = /^(?:data|blob|about|javascript|mailto|tel):/i;

/** The destination of a request to an address, resolved against the page. */
export function destinationOf(text: string): Destination {
  const [whole, empty] = ['x', ''].map((each) => text.replaceAll(PART.encoded, each)) as [string, string];
  const destination = destinationOfText(whole);
  return whole === empty || destinationOfText(empty) === destination ? destination : 'unknown';
}

function destinationOfText(text: string): Destination {
  // Browsers ignore white space and control characters around and line breaks within, and read `\` as `/`.
  const clean = text
    .replaceAll(/[\t\n\r]/g, '')
    .replaceAll('\\', '/')
    .replace(/^[\p{Cc}\s]+/u, '');
  const address = clean.replaceAll(PART.safe, 'x');
  const [own] = OWN_ORIGIN.exec(address) ?? [];
  // `https://host.evil.example` is another origin: the next character must end the host.
  if (own !== undefined) return /^(?:$|[/?#\uE005])/.test(address.slice(own.length)) ? 'same' : 'unknown';
  // The path of a page may be `/`, which makes a host of `/evil.example`.
  if (/^(?:$|\uE001|\uE005(?![\uE000/]))/.test(address)) return 'same';
  if (LOCAL_SCHEMES.test(address)) return 'none';
  if (/^(?:[a-z][a-z0-9+.-]*:|\/\/|\uE003\/\/[^\uE000-\uE007])/i.test(address)) return 'cross';
  if (isKnown(address)) return 'same';
  // No scheme so far, but an unfinished word may still become one, and `/` the start of a host.
  const start = address.slice(0, address.search(ANY_PART));
  return start !== '/' && /[/?#]/.test(start) ? 'same' : 'unknown';
}

/** The address of `new URL(relative, base)`, as far as its destination matters. */
function resolveText(relative: string, base: string): string {
  const own = destinationOf(relative);
  const start = destinationOf(base);
  // An address of another origin remains one, whatever is appended.
  if (start === 'cross') return base;
  if (own === 'cross') return relative;
  return own === 'same' && start === 'same' ? PART.origin : PART.unknown;
}

type Node = ast.Node;

/** After so many alternatives or steps, it may be any string: functions that call one another have many ways between them. */
const MOST_TEXTS = 300;

/** Methods and properties whose result is the same string or address. */
const SAME_TEXT =
  /^(?:toString|valueOf|toJSON|trim|trimEnd|trimStart|toLowerCase|toLocaleLowerCase|normalize|toWellFormed|clone|href|url)$/;

const PAGE_ADDRESS: Readonly<Record<string, string>> = {
  'Location.href': PART.href,
  'Location.toString': PART.href,
  'Location.pathname': PART.path,
  'Location.origin': PART.origin,
  'Location.protocol': PART.protocol,
  'Location.host': PART.host,
  'Location.hostname': PART.host,
  'Document.URL': PART.href,
  'Document.documentURI': PART.href,
  'Node.baseURI': PART.href,
  'Window.origin': PART.origin,
};

/** Determines the possible strings of an expression. */
export class Texts {
  readonly #code: Code;
  readonly #origins: Origins;
  readonly #open = new Set<Node>();
  #steps = 0;

  constructor(code: Code, origins: Origins) {
    this.#code = code;
    this.#origins = origins;
  }

  /** The possible strings of an expression; any string if unknown. */
  of(node: Node): readonly string[] {
    if (this.#open.has(node)) return [];
    if (++this.#steps > MOST_TEXTS) return [PART.unknown];
    this.#open.add(node);
    const origins = this.#origins.of(node);
    const texts = origins
      .filter((origin) => !isAppending(origin))
      .flatMap((origin) => this.#ofOrigin(origin, node));
    this.#open.delete(node);
    if (texts.length === 0) return [PART.unknown];
    // `url += path` keeps the beginning.
    return origins.some(isAppending) ? texts.map((text) => text + PART.unknown) : texts;
  }

  /** The possible strings of an expression, undefined for each unknown one. */
  exactOf(node: Node | undefined): readonly (string | undefined)[] {
    if (!node) return [undefined];
    return this.of(node).map((text) => (isKnown(text) ? text : undefined));
  }

  #ofOrigin(origin: Node, node: Node): readonly string[] {
    if (isText(origin) || is.isNumericLiteral(origin)) return [origin.text];
    if (is.isTemplateExpression(origin)) return this.#ofTemplate(origin);
    if (is.isBinaryExpression(origin) && origin.operatorToken.kind === ast.SyntaxKind.PlusToken)
      return join([this.of(origin.left), this.of(origin.right)]);
    if (is.isNewExpression(origin)) return this.#ofConstruction(origin);
    if (is.isCallExpression(origin)) return this.#ofCall(origin);
    if (is.isIdentifier(origin) || isAccess(origin)) return this.#ofMember(origin);
    return EMPTY.has(origin.kind) ? [] : this.#ofType(is.isExpression(origin) ? origin : node);
  }

  #ofTemplate({ head, templateSpans }: ast.TemplateExpression): readonly string[] {
    return join([
      [head.text],
      ...templateSpans.flatMap(({ expression, literal }) => [this.of(expression), [literal.text]]),
    ]);
  }

  #ofConstruction(node: ast.NewExpression): readonly string[] {
    const [first, second] = node.arguments ?? [];
    const { name } = symbolOf(this.#code, unwrap(node.expression)) ?? {};
    const isOwn = this.#code.declaredAt(node.expression).length > 0;
    if (!first || isOwn || !/^(?:URL|Request)$/.test(name ?? '')) return [PART.unknown];
    if (name === 'Request' || !second) return this.of(first);
    const bases = this.of(second);
    return this.of(first).flatMap((text) => bases.map((base) => resolveText(text, base)));
  }

  #ofCall(node: ast.CallExpression): readonly string[] {
    const callee = unwrap(node.expression);
    const name = keyOf(callee) ?? callee.getText();
    const [first] = node.arguments;
    if (name === 'encodeURIComponent') return [PART.encoded];
    if (name === 'String' && first) return this.of(first);
    if (name === 'createObjectURL') return ['blob:'];
    return isAccess(callee) && SAME_TEXT.test(name) ? this.of(callee.expression) : this.#ofType(node);
  }

  #ofMember(node: Node): readonly string[] {
    if (is.isIdentifier(node) && node.text === 'undefined') return [];
    const name = is.isPropertyAccessExpression(node) ? node.name : node;
    const symbol = is.isIdentifier(name) ? this.#code.names.symbolAt(name) : undefined;
    const target = symbol && this.#code.names.target(symbol);
    for (const member of target ? platformMembers(this.#code, target) : []) {
      const address = PAGE_ADDRESS[memberText(member)];
      if (address) return [address];
      const isSame = /^(?:URL|Request)$/.test(member.owner) && SAME_TEXT.test(member.name);
      if (isSame && isAccess(node)) return this.of(node.expression);
    }
    return this.#ofType(node);
  }

  #ofType(node: Node): readonly string[] {
    const type = this.#code.typeAt(node);
    return type ? membersOf(type).flatMap(textsOfType) : [PART.unknown];
  }
}

// A type of one string is no knowledge, since a cast may name any.
function textsOfType(type: Type): readonly string[] {
  if ((type.flags & (TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike)) !== 0)
    return [PART.safe];
  if ((type.flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Never)) !== 0) return [];
  return type.getSymbol()?.name === 'Location' ? [PART.href] : [PART.unknown];
}

const EMPTY: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.NullKeyword,
  ast.SyntaxKind.TrueKeyword,
  ast.SyntaxKind.FalseKeyword,
]);

function isAppending(node: Node): boolean {
  return is.isBinaryExpression(node) && node.operatorToken.kind === ast.SyntaxKind.PlusEqualsToken;
}

/** All combinations of the pieces' alternatives. */
function join(pieces: readonly (readonly string[])[]): readonly string[] {
  let texts: readonly string[] = [''];
  for (const alternatives of pieces) {
    texts = texts.flatMap((start) => alternatives.map((next) => start + next));
    if (texts.length > MOST_TEXTS) return [PART.unknown];
  }
  return texts;
}
