import { ast, is, type Type, TypeFlags } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { symbolOf } from '../read/symbol-of.ts';
import { membersOf } from '../../output/type-facts.ts';
import { platformMembers } from '../read/platform-member.ts';
import { isAccess, isText, keyOf, unwrap } from '../../../source/types/syntax.ts';
import { memberText } from '../table/member-table.ts';
import type { Origins } from './origins.ts';
import { resolveText, type Text, type TextPart, textOf, UNKNOWN_TEXT } from './url-text.ts';

type Node = ast.Node;

/** After so many alternatives or steps, it may be any string: functions that call one another have many ways between them. */
const MOST_TEXTS = 300;
const SAFE: Text = [{ kind: 'safe' }];

/** Methods and properties whose result is the same string or address. */
const SAME_TEXT =
  /^(?:toString|valueOf|toJSON|trim|trimEnd|trimStart|toLowerCase|toLocaleLowerCase|normalize|toWellFormed|clone|href|url)$/;

const PAGE_ADDRESS: Readonly<Record<string, Exclude<TextPart['kind'], 'text'>>> = {
  'Location.href': 'href',
  'Location.toString': 'href',
  'Location.origin': 'origin',
  'Location.protocol': 'protocol',
  'Location.host': 'host',
  'Location.hostname': 'host',
  'Location.pathname': 'path',
  'Document.URL': 'href',
  'Document.documentURI': 'href',
  'Node.baseURI': 'href',
  'Window.origin': 'origin',
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
  of(node: Node): readonly Text[] {
    if (this.#open.has(node)) return [];
    if (++this.#steps > MOST_TEXTS) return [UNKNOWN_TEXT];
    this.#open.add(node);
    const origins = this.#origins.of(node);
    const texts = origins
      .filter((origin) => !isAppending(origin))
      .flatMap((origin) => this.#ofOrigin(origin, node));
    this.#open.delete(node);
    if (texts.length === 0) return [UNKNOWN_TEXT];
    // `url += path` keeps the beginning.
    return origins.some(isAppending) ? texts.map((text) => [...text, ...UNKNOWN_TEXT]) : texts;
  }

  /** The possible strings of an expression, undefined for each unknown one. */
  exactOf(node: Node | undefined): readonly (string | undefined)[] {
    if (!node) return [undefined];
    return this.of(node).map((text) => {
      const parts = text.map((part) => (part.kind === 'text' ? part.text : undefined));
      return parts.every((part) => part !== undefined) ? parts.join('') : undefined;
    });
  }

  #ofOrigin(origin: Node, node: Node): readonly Text[] {
    if (isText(origin) || is.isNumericLiteral(origin)) return [textOf(origin.text)];
    if (is.isTemplateExpression(origin)) return this.#ofTemplate(origin);
    if (is.isBinaryExpression(origin) && origin.operatorToken.kind === ast.SyntaxKind.PlusToken)
      return join([this.of(origin.left), this.of(origin.right)]);
    if (is.isNewExpression(origin)) return this.#ofConstruction(origin);
    if (is.isCallExpression(origin)) return this.#ofCall(origin);
    if (is.isIdentifier(origin) || isAccess(origin)) return this.#ofMember(origin);
    return EMPTY.has(origin.kind) ? [] : this.#ofType(is.isExpression(origin) ? origin : node);
  }

  #ofTemplate({ head, templateSpans }: ast.TemplateExpression): readonly Text[] {
    return join([
      [textOf(head.text)],
      ...templateSpans.flatMap(({ expression, literal }) => [this.of(expression), [textOf(literal.text)]]),
    ]);
  }

  #ofConstruction(node: ast.NewExpression): readonly Text[] {
    const [first, second] = node.arguments ?? [];
    const { name } = symbolOf(this.#code, unwrap(node.expression)) ?? {};
    const isOwn = this.#code.declaredAt(node.expression).length > 0;
    if (!first || isOwn || !/^(?:URL|Request)$/.test(name ?? '')) return [UNKNOWN_TEXT];
    if (name === 'Request' || !second) return this.of(first);
    const bases = this.of(second);
    return this.of(first).flatMap((text) => bases.map((base) => resolveText(text, base)));
  }

  #ofCall(node: ast.CallExpression): readonly Text[] {
    const callee = unwrap(node.expression);
    const name = keyOf(callee) ?? callee.getText();
    const [first] = node.arguments;
    if (name === 'encodeURIComponent') return [SAFE];
    if (name === 'String' && first) return this.of(first);
    if (name === 'createObjectURL') return [textOf('blob:')];
    if (!isAccess(callee)) return this.#ofType(node);
    if (SAME_TEXT.test(name)) return this.of(callee.expression);
    return name === 'join' ? this.#joined(callee.expression, first) : this.#ofType(node);
  }

  // Code may add to an array that is not written right there.
  #joined(list: Node, separator: Node | undefined): readonly Text[] {
    const array = unwrap(list);
    if (!is.isArrayLiteralExpression(array) || array.elements.some(is.isSpreadElement)) return [UNKNOWN_TEXT];
    const between = separator ? this.of(separator) : [textOf(',')];
    const pieces = array.elements.map((element) => this.of(element));
    return join(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
  }

  #ofMember(node: Node): readonly Text[] {
    if (is.isIdentifier(node) && node.text === 'undefined') return [];
    const name = is.isPropertyAccessExpression(node) ? node.name : node;
    const symbol = is.isIdentifier(name) ? this.#code.names.symbolAt(name) : undefined;
    const target = symbol && this.#code.names.target(symbol);
    for (const member of target ? platformMembers(this.#code, target) : []) {
      const address = PAGE_ADDRESS[memberText(member)];
      if (address) return [[{ kind: address }]];
      const isSame = /^(?:URL|Request)$/.test(member.owner) && SAME_TEXT.test(member.name);
      if (isSame && isAccess(node)) return this.of(node.expression);
    }
    return this.#ofType(node);
  }

  #ofType(node: Node): readonly Text[] {
    const type = this.#code.typeAt(node);
    return type ? membersOf(type).flatMap(textsOfType) : [UNKNOWN_TEXT];
  }
}

function textsOfType(type: Type): readonly Text[] {
  if (type.isStringLiteralType()) return [textOf(type.value)];
  if ((type.flags & (TypeFlags.NumberLike | TypeFlags.BooleanLike | TypeFlags.BigIntLike)) !== 0)
    return [SAFE];
  if ((type.flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Never)) !== 0) return [];
  return type.getSymbol()?.name === 'Location' ? [[{ kind: 'href' }]] : [UNKNOWN_TEXT];
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
function join(pieces: readonly (readonly Text[])[]): readonly Text[] {
  let texts: readonly Text[] = [[]];
  for (const alternatives of pieces) {
    texts = texts.flatMap((start) => alternatives.map((next): Text => [...start, ...next]));
    if (texts.length > MOST_TEXTS) return [UNKNOWN_TEXT];
  }
  return texts;
}
