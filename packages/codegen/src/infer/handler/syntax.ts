import { ast, is } from '../../source/types/typescript.ts';
import { type FunctionNode, isFunctionNode } from '../capabilities/read/syntax.ts';

export { hasModifier, isText, nameText } from '../capabilities/read/syntax.ts';
export type { FunctionNode };

/** The expression inside parentheses, `as`, `satisfies`, `!` and type arguments. */
export function unwrap(node: ast.Node): ast.Node {
  let inner = node;
  while (isWrapper(inner)) inner = inner.expression;
  return inner;
}

function isWrapper(node: ast.Node): node is ast.ParenthesizedExpression {
  return (
    is.isParenthesizedExpression(node) ||
    is.isAsExpression(node) ||
    is.isSatisfiesExpression(node) ||
    is.isNonNullExpression(node) ||
    is.isTypeAssertion(node) ||
    is.isExpressionWithTypeArguments(node)
  );
}

/** The name of a property; none of what is spread. */
export function nameOfProperty(property: ast.ObjectLiteralElementLike): ast.PropertyName | undefined {
  return is.isSpreadAssignment(property) ? undefined : property.name;
}

/** Whether a node is a function of any kind that has a body. */
export function isFunctionLike(node: ast.Node): node is FunctionNode {
  return isFunctionNode(node);
}

/** Whether a node is part of `a?.b`, behind the `?.`. */
export function isOptionalChain(node: ast.Node): boolean {
  return (node.flags & ast.NodeFlags.OptionalChain) !== 0;
}

/** Whether a type node is the `const` of `as const`. */
export function isConstType(node: ast.TypeNode): boolean {
  return is.isTypeReferenceNode(node) && node.getText() === 'const';
}

/** Whether a variable is declared with `const`. */
export function isConst({ parent }: ast.VariableDeclaration): boolean {
  return (parent.flags & ast.NodeFlags.Const) !== 0;
}

/** Whether a node is a loop. */
export function isIteration(node: ast.Node): boolean {
  return (
    is.isForStatement(node) ||
    is.isForInStatement(node) ||
    is.isForOfStatement(node) ||
    is.isWhileStatement(node) ||
    is.isDoStatement(node)
  );
}
