import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { nameOf } from './code-nodes.ts';

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

/** What code puts in place of a value, and when: where there is none, or also where it is empty or zero. */
export interface Fallback {
  readonly value: ts.Expression;
  readonly kind: 'fallback' | 'or';
}

const OPERATORS: ReadonlyMap<ts.SyntaxKind, Fallback['kind']> = new Map<ts.SyntaxKind, Fallback['kind']>([
  [ts.SyntaxKind.QuestionQuestionToken, 'fallback'],
  [ts.SyntaxKind.QuestionQuestionEqualsToken, 'fallback'],
  [ts.SyntaxKind.BarBarToken, 'or'],
  [ts.SyntaxKind.BarBarEqualsToken, 'or'],
]);

/** What stands behind `??` or `||` after an expression, or in the branch of `=== undefined ? … : …`. */
export function fallbackOf(expression: ts.Expression): Fallback | undefined {
  const outer = outermost(expression);
  const { parent } = outer;
  // `rows ? rows : 20`; what else a test chooses between is no fallback.
  if (ts.isConditionalExpression(parent) && parent.condition === outer)
    return unwrap(parent.whenTrue).getText() === expression.getText()
      ? { value: parent.whenFalse, kind: 'or' }
      : undefined;
  if (!ts.isBinaryExpression(parent) || parent.left !== outer) return undefined;
  const kind = OPERATORS.get(parent.operatorToken.kind);
  return kind ? { value: parent.right, kind } : fallbackOfTest(parent);
}

function fallbackOfTest(test: ts.BinaryExpression): Fallback | undefined {
  const { parent } = test;
  const isNothing = test.right.getText() === 'undefined' || test.right.kind === ts.SyntaxKind.NullKeyword;
  if (!isNothing || !ts.isConditionalExpression(parent) || parent.condition !== test) return undefined;
  const { kind } = test.operatorToken;
  if (EQUAL.has(kind)) return { value: parent.whenTrue, kind: 'fallback' };
  return UNEQUAL.has(kind) ? { value: parent.whenFalse, kind: 'fallback' } : undefined;
}

const EQUAL = new Set([ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.EqualsEqualsToken]);
const UNEQUAL = new Set([ts.SyntaxKind.ExclamationEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsToken]);
