import { ts } from 'ts-morph';

/** The expression inside parentheses, `as`, `satisfies`, `!` and type arguments. */
export function unwrap(expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (isWrapper(inner)) inner = inner.expression;
  return inner;
}

/** The parent of an expression, skipping the same wrappers. */
export function outerParent(expression: ts.Node): ts.Node {
  let outer = expression.parent;
  while (isWrapper(outer)) outer = outer.parent;
  return outer;
}

type Wrapper =
  | ts.ParenthesizedExpression
  | ts.AsExpression
  | ts.SatisfiesExpression
  | ts.NonNullExpression
  | ts.TypeAssertion
  | ts.ExpressionWithTypeArguments;

function isWrapper(node: ts.Node): node is Wrapper {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isExpressionWithTypeArguments(node)
  );
}
