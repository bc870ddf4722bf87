import { type ast, is, type Type } from '../../source/types/typescript.ts';

/** Whether a type is that of a JSX element, by the names that React, Preact and others declare. */
export function isElementType(type: Type): boolean {
  const symbol = type.getSymbol();
  if (!symbol || !ELEMENTS.has(symbol.name)) return false;
  return symbol.name !== 'Element' || symbol.getParent()?.name === 'JSX';
}

const ELEMENTS: ReadonlySet<string> = new Set(['Element', 'ReactElement', 'VNode']);

/** Whether a `return`, a result or a property is written as JSX, which is `any` without the library's types. */
export function isWrittenAsJsx(node: ast.Node): boolean {
  let value: ast.Node | undefined = node;
  if (is.isReturnStatement(value)) value = value.expression;
  else if (is.isPropertyAssignment(value)) value = value.initializer;
  while (value && is.isParenthesizedExpression(value)) value = value.expression;
  if (!value) return false;
  return is.isJsxElement(value) || is.isJsxSelfClosingElement(value) || is.isJsxFragment(value);
}
