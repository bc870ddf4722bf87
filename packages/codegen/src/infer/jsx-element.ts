import { ts } from '../source/ts.ts';
import { unwrap } from '../source/unwrap.ts';

/** Whether a type is what JSX gives, by the names that React, Preact and others declare it under. */
export function isElementType(checker: ts.TypeChecker, type: ts.Type): boolean {
  const symbol = type.getSymbol();
  if (!symbol || !ELEMENTS.has(symbol.name)) return false;
  return symbol.name !== 'Element' || /\bJSX\.Element$/.test(checker.getFullyQualifiedName(symbol));
}

const ELEMENTS: ReadonlySet<string> = new Set(['Element', 'ReactElement', 'VNode']);

/** Whether a `return`, a result or a property is written as JSX, which has no type without the library's types. */
export function isWrittenAsJsx(node: ts.Node): boolean {
  const value = ts.isReturnStatement(node)
    ? node.expression
    : ts.isPropertyAssignment(node)
      ? node.initializer
      : node;
  if (!value || !ts.isExpression(value)) return false;
  const inner = unwrap(value);
  return ts.isJsxElement(inner) || ts.isJsxSelfClosingElement(inner) || ts.isJsxFragment(inner);
}
