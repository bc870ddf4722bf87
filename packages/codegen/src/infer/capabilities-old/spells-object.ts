import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';

/** Whether an expression spells out an object that it may be: `{ … }`, or `found && { … }`. Its type need not be asked for. */
export function spellsObject(expression: ts.Node): boolean {
  const value = ts.isExpression(expression) ? unwrap(expression) : expression;
  if (ts.isObjectLiteralExpression(value)) return true;
  return (
    ts.isBinaryExpression(value) &&
    value.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken &&
    spellsObject(value.right)
  );
}
