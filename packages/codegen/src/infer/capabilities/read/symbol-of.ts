import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { type Origin, originOf } from '../../../source/whose-code.ts';
import type { Code } from './code.ts';
import { isText, keyOf } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** Methods that add their arguments to a container. */
export const FILLING: RegExp = /^(?:push|unshift|splice|fill|set|add)$/;

/** The symbol that an expression or a destructured name refers to. */
export function symbolOf(code: Code, node: Node): Symbol | undefined {
  if (is.isBindingElement(node)) {
    const type = code.typeAt(node.parent);
    const key = keyOf(node);
    return type && key !== undefined ? code.property(type, key) : undefined;
  }
  const name = is.isPropertyAccessExpression(node)
    ? node.name
    : is.isElementAccessExpression(node)
      ? node.argumentExpression
      : node;
  const symbol =
    is.isIdentifier(name) || is.isPrivateIdentifier(name) || isText(name)
      ? code.names.symbolAt(name)
      : undefined;
  return symbol && code.names.target(symbol);
}

/** Whether a symbol is declared by one of some origins. */
export function isFrom(symbol: Symbol | undefined, ...origins: readonly Origin[]): boolean {
  return symbol?.declarations.some(({ path }) => origins.includes(originOf(path))) ?? false;
}

/** Whether a symbol is a property of the language's types, which holds what code gives it: `result.value`. */
export function holdsValue(symbol: Symbol | undefined): boolean {
  const declarations = symbol?.declarations ?? [];
  return (
    isFrom(symbol, 'language') && declarations.every(({ kind }) => kind === ast.SyntaxKind.PropertySignature)
  );
}

/** Whether a symbol is declared by the language or the platform. */
export const isOfLibrary = (symbol: Symbol | undefined): boolean => isFrom(symbol, 'platform', 'language');
