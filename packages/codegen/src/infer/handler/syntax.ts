import { type ast, is } from '../../source/types/typescript.ts';

export {
  type FunctionNode,
  hasModifier,
  isFunctionExpression,
  isFunctionNode as isFunctionLike,
  isText,
  nameText,
  unwrapTyped as unwrap,
} from '../../source/types/syntax.ts';

export function nameOfProperty(property: ast.ObjectLiteralElementLike): ast.PropertyName | undefined {
  return is.isSpreadAssignment(property) ? undefined : property.name;
}

/**
 * A value without what changes nothing: `as const`, `satisfies`, and `as any`, which only keeps TypeScript silent.
 * Other assertions choose what is to be believed.
 */
export function bare<T extends ast.Node>(value: T | ast.Expression): T | ast.Expression {
  const isTransparent =
    is.isParenthesizedExpression(value) ||
    is.isSatisfiesExpression(value) ||
    (is.isAsExpression(value) && /^(?:const|any|unknown)$/.test(value.type.getText()));
  return isTransparent ? bare(value.expression) : value;
}

export function isIteration(node: ast.Node): boolean {
  return (
    is.isForStatement(node) ||
    is.isForInStatement(node) ||
    is.isForOfStatement(node) ||
    is.isWhileStatement(node) ||
    is.isDoStatement(node)
  );
}
