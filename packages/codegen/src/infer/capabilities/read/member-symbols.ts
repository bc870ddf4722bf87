import { is, type ast, type Symbol } from '../../../source/types/typescript.ts';
import { type Code, isAny } from './code.ts';
import { isText, keyOf } from '../../../source/types/syntax.ts';
import { originOf } from '../../../source/whose-code.ts';

type Node = ast.Node;

/** The symbols of an accessed member; none if the types do not declare it, undefined for array elements. */
export function memberSymbols(code: Code, node: Node, receiver: Node): readonly Symbol[] | undefined {
  if (is.isPropertyAccessExpression(node)) return list(code.symbolAt(node.name));
  if (is.isElementAccessExpression(node) && isText(node.argumentExpression)) {
    const symbol = code.symbolAt(node.argumentExpression);
    if (symbol) return [symbol];
  }
  const type = code.typeAt(receiver);
  if (!type || isAny(type)) return [];
  const key = keyOf(node);
  const symbol = key === undefined ? undefined : code.property(type, key);
  if (symbol) return [symbol];
  return code.checker.isArrayLikeType(type) ? undefined : list(indexSymbol(code, receiver));
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
