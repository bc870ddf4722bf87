import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { nameOf } from '../capabilities/find-member.ts';

/** Code that names a member of a value. */
export type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

/** The key of a member; nothing where it is computed. */
export function accessedKey(access: Access): string | undefined {
  if (ts.isPropertyAccessExpression(access)) return access.name.text;
  const { argumentExpression: key } = access;
  return ts.isStringLiteralLike(key) ? key.text : undefined;
}

/** The key that an element of a pattern takes; nothing where it is computed. */
export function keyOf({ propertyName, name }: ts.BindingElement): string | undefined {
  if (!propertyName) return ts.isIdentifier(name) ? name.text : undefined;
  if (ts.isComputedPropertyName(propertyName) && !ts.isStringLiteralLike(propertyName.expression))
    return undefined;
  return nameOf(propertyName);
}

/** The expression with the wrappers around it, which do nothing at run time. */
export function outermost(expression: ts.Expression): ts.Expression {
  let outer = expression;
  while (
    ts.isExpression(outer.parent) &&
    outer.parent !== outer &&
    unwrap(outer.parent) === unwrap(expression)
  )
    outer = outer.parent;
  return outer;
}

/** Whether a node reads or writes a member. */
export function isAccess(node: ts.Node): node is Access {
  return ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node);
}

/** Whether what a variable is declared with stays what its names mean. */
export function isTakenApart(declaration: ts.VariableDeclaration): boolean {
  const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
  return isConstant || !ts.isIdentifier(declaration.name);
}

/** Whether a node is `key in value`. */
export function isKeyTest(node: ts.Node): node is ts.BinaryExpression {
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.InKeyword;
}

/** Whether a member is only assigned or deleted. */
export function isWritten(access: Access): boolean {
  const outer = outermost(access);
  const { parent } = outer;
  if (ts.isDeleteExpression(parent)) return true;
  return (
    ts.isBinaryExpression(parent) &&
    parent.left === outer &&
    parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** What stands behind `??` after an expression. */
export function fallbackOf(expression: ts.Expression): ts.Expression | undefined {
  const outer = outermost(expression);
  const { parent } = outer;
  const isFallback =
    ts.isBinaryExpression(parent) &&
    parent.left === outer &&
    parent.operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken;
  return isFallback ? parent.right : undefined;
}
