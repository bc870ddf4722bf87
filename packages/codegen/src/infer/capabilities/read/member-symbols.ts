import { is, type ast, type Symbol, type Type } from '../../../source/types/typescript.ts';
import { type Code, isAny, literalText } from './code.ts';
import { membersOf } from '../../output/type-facts.ts';
import { isText, keyOf } from '../../../source/types/syntax.ts';
import { originOf } from '../../../source/whose-code.ts';
import { isFrom } from './symbol-of.ts';

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
  const key = keyOf(node);
  const symbol = key === undefined ? undefined : code.property(type, key);
  if (symbol) return [symbol];
  if (code.checker.isArrayLikeType(type)) return undefined;
  const isNamed = key === undefined && isLiteral(code, keyNodeOf(node));
  return isNamed || isCalled(node) ? [] : list(indexSymbol(type));
}

// An index signature holds data, and a literal type names a member, which no code needs to agree with.
const isCalled = (node: Node): boolean => is.isCallExpression(node.parent) && node.parent.expression === node;

function isLiteral(code: Code, key: Node | undefined): boolean {
  const type = key && code.typeAt(key);
  return type !== undefined && membersOf(type).some((each) => literalText(each) !== undefined);
}

function indexSymbol(type: Type): Symbol | undefined {
  const symbol = type.getSymbol();
  const index = isFrom(symbol, 'platform') && symbol?.getMembers().get('__index' as never); // an escaped name
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

/** Whether a member is declared by a library's type, which the author's objects may implement; nobody implements `ArrayConstructor`. */
export function isReplaceable(symbol: Symbol): boolean {
  const [declaration] = symbol.declarations;
  const origin = declaration && originOf(declaration.path);
  return (
    (origin === 'platform' || origin === 'language') && !symbol.getParent()?.name.endsWith('Constructor')
  );
}
