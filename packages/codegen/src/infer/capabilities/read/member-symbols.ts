import { is, type ast, type Symbol } from '../../../source/types/typescript.ts';
import { type Code, isAny, literalText } from './code.ts';
import { membersOf } from '../../output/type-facts.ts';
import { isAccess, isText, keyOf } from '../../../source/types/syntax.ts';
import { originOf } from '../../../source/whose-code.ts';

type Node = ast.Node;

/** The symbols of an accessed member; none if the types do not declare it, undefined for array elements. */
export function memberSymbols(code: Code, node: Node, receiver: Node): readonly Symbol[] | undefined {
  if (is.isPropertyAccessExpression(node)) return list(code.names.symbolAt(node.name));
  if (is.isElementAccessExpression(node) && isText(node.argumentExpression)) {
    const symbol = code.names.symbolAt(node.argumentExpression);
    if (symbol) return [symbol];
  }
  const type = code.typeAt(receiver);
  if (!type || isAny(type)) return [];
  const keys = keysAt(code, node);
  if (!keys) return code.checker.isArrayLikeType(type) ? undefined : list(indexSymbol(code, receiver));
  const symbols = keys.map((key) => code.property(type, key));
  if (symbols.every((symbol) => symbol !== undefined)) return symbols;
  return code.checker.isArrayLikeType(type) ? undefined : list(indexSymbol(code, receiver));
}

// `document[key]` with `key: 'title' | 'body'`.
function keysAt(code: Code, node: Node): readonly string[] | undefined {
  const key = keyOf(node);
  if (key !== undefined) return [key];
  const named = keyNodeOf(node);
  const type = named && isTrusted(code, named) ? code.typeAt(named) : undefined;
  const texts = type ? membersOf(type).slice(0, 64).map(literalText) : [];
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined;
}

// Only names and members, not what is computed or cast.
function isTrusted(code: Code, key: Node): boolean {
  const value = skipParentheses(key);
  if (isAccess(value) || isText(value)) return true;
  return (
    is.isIdentifier(value) &&
    code
      .declaredAt(value)
      .every(
        (each) =>
          !is.isVariableDeclaration(each) ||
          (each.initializer !== undefined && isTrusted(code, each.initializer)),
      )
  );
}

function skipParentheses(node: Node): Node {
  return is.isParenthesizedExpression(node) ? skipParentheses(node.expression) : node;
}

function indexSymbol(code: Code, receiver: Node): Symbol | undefined {
  const type = code.typeAt(receiver);
  const symbol = type?.getSymbol();
  const index =
    symbol &&
    originOf(symbol.declarations[0]?.path ?? '') === 'platform' &&
    symbol.getMembers().get('__index' as never); // an escaped name
  return index || undefined;
}

/** The expression that computes the key of a member. */
export function keyNodeOf(node: Node): Node | undefined {
  if (is.isElementAccessExpression(node)) return node.argumentExpression;
  const name = is.isBindingElement(node) ? node.propertyName : undefined;
  return name && is.isComputedPropertyName(name) ? name.expression : undefined;
}

function list(symbol: Symbol | undefined): readonly Symbol[] {
  return symbol ? [symbol] : [];
}

/** The name of a member, as source text writes it. */
export const memberKey = ({ name }: Symbol): string => name.replace(/^__@(\w+?)(?:@\d+)?$/, 'Symbol.$1');

const TREE = /^(?:Node|DocumentFragment|DocumentOrShadowRoot|ParentNode|NonElementParentNode|ShadowRoot)$/;

/** Whether a member is declared by a library's type, which the author's objects may implement; nobody implements `ArrayConstructor`. */
export function isReplaceable(symbol: Symbol): boolean {
  const [declaration] = symbol.declarations;
  const origin = declaration && originOf(declaration.path);
  return (
    (origin === 'platform' || origin === 'language') && !symbol.getParent()?.name.endsWith('Constructor')
  );
}

/** Whether a member is declared by an interface that a shadow root shares with other nodes. */
export function isOfTree(symbol: Symbol): boolean {
  const parent = symbol.getParent();
  return parent !== undefined && TREE.test(parent.name);
}
