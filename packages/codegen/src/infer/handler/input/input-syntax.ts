import { ast, is } from '../../../source/types/typescript.ts';
import { unwrap, isText, isConst, nameText } from '../syntax.ts';

/** Code that names a member of a value. */
export type Access = ast.PropertyAccessExpression | ast.ElementAccessExpression;

/** The key of a member; undefined if computed. */
export function accessedKey(access: Access): string | undefined {
  if (is.isPropertyAccessExpression(access)) return access.name.text;
  const { argumentExpression: key } = access;
  return isText(key) ? key.text : undefined;
}

/** The key of a binding element; undefined if computed. */
export function keyOf({ propertyName, name }: ast.BindingElement): string | undefined {
  if (!propertyName) return name && is.isIdentifier(name) ? name.text : undefined;
  if (is.isComputedPropertyName(propertyName) && !isText(propertyName.expression)) return undefined;
  return nameText(propertyName);
}

/** The expression with the wrappers around it, which do nothing at run time. */
export function outermost(expression: ast.Expression): ast.Expression {
  let outer = expression;
  while (
    is.isExpression(outer.parent) &&
    outer.parent !== outer &&
    unwrap(outer.parent) === unwrap(expression)
  )
    outer = outer.parent;
  return outer;
}

/** Whether a node reads or writes a member. */
export function isAccess(node: ast.Node): node is Access {
  return is.isPropertyAccessExpression(node) || is.isElementAccessExpression(node);
}

/** Whether a variable keeps its initial value. */
export function isTakenApart(declaration: ast.VariableDeclaration): boolean {
  const isConstant = isConst(declaration);
  return isConstant || !is.isIdentifier(declaration.name);
}

/** Whether a node is `key in value`. */
export function isKeyTest(node: ast.Node): node is ast.BinaryExpression {
  return is.isBinaryExpression(node) && node.operatorToken.kind === ast.SyntaxKind.InKeyword;
}

/** Whether a member is only assigned or deleted. */
export function isWritten(access: Access): boolean {
  const outer = outermost(access);
  const { parent } = outer;
  if (is.isDeleteExpression(parent)) return true;
  return (
    is.isBinaryExpression(parent) &&
    parent.left === outer &&
    parent.operatorToken.kind === ast.SyntaxKind.EqualsToken
  );
}

/** A fallback value, and whether it replaces only undefined or all falsy values. */
export interface Fallback {
  readonly value: ast.Expression;
  readonly kind: 'fallback' | 'or';
}

const OPERATORS: ReadonlyMap<ast.SyntaxKind, Fallback['kind']> = new Map<ast.SyntaxKind, Fallback['kind']>([
  [ast.SyntaxKind.QuestionQuestionToken, 'fallback'],
  [ast.SyntaxKind.QuestionQuestionEqualsToken, 'fallback'],
  [ast.SyntaxKind.BarBarToken, 'or'],
  [ast.SyntaxKind.BarBarEqualsToken, 'or'],
]);

/** The fallback after `??` or `||`, or in the branch of `=== undefined ? … : …`. */
export function fallbackOf(expression: ast.Expression): Fallback | undefined {
  const outer = outermost(expression);
  const { parent } = outer;
  // `rows ? rows : 20`; other conditional expressions are not fallbacks.
  if (is.isConditionalExpression(parent) && parent.condition === outer)
    return unwrap(parent.whenTrue).getText() === expression.getText()
      ? { value: parent.whenFalse, kind: 'or' }
      : undefined;
  if (!is.isBinaryExpression(parent) || parent.left !== outer) return undefined;
  const kind = OPERATORS.get(parent.operatorToken.kind);
  return kind ? { value: parent.right, kind } : fallbackOfTest(parent);
}

function fallbackOfTest(test: ast.BinaryExpression): Fallback | undefined {
  const { parent } = test;
  const isNothing = test.right.getText() === 'undefined' || test.right.kind === ast.SyntaxKind.NullKeyword;
  if (!isNothing || !is.isConditionalExpression(parent) || parent.condition !== test) return undefined;
  const { kind } = test.operatorToken;
  if (EQUAL.has(kind)) return { value: parent.whenTrue, kind: 'fallback' };
  return UNEQUAL.has(kind) ? { value: parent.whenFalse, kind: 'fallback' } : undefined;
}

const EQUAL = new Set([ast.SyntaxKind.EqualsEqualsEqualsToken, ast.SyntaxKind.EqualsEqualsToken]);
const UNEQUAL = new Set([ast.SyntaxKind.ExclamationEqualsEqualsToken, ast.SyntaxKind.ExclamationEqualsToken]);
