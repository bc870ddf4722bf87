import { type ast, is } from '../../../source/types/typescript.ts';
import { unwrap } from '../syntax.ts';

const NAMES: ReadonlySet<string> = new Set([
  'NaN',
  'Infinity',
  'Number.NaN',
  'Number.POSITIVE_INFINITY',
  'Number.NEGATIVE_INFINITY',
]);

/** The text of a number that JSON has no form for, such as `NaN` or `-Infinity`; nothing for other code. */
export function numberWithoutJson(expression: ast.Expression): string | undefined {
  const value = unwrap(expression);
  const number = is.isPrefixUnaryExpression(value) ? unwrap(value.operand) : value;
  if (!is.isIdentifier(number) && !is.isPropertyAccessExpression(number)) return undefined;
  return NAMES.has(number.getText()) ? value.getText() : undefined;
}
