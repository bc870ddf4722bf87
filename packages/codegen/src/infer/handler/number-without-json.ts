import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';

const NAMES: ReadonlySet<string> = new Set([
  'NaN',
  'Infinity',
  'Number.NaN',
  'Number.POSITIVE_INFINITY',
  'Number.NEGATIVE_INFINITY',
]);

/** The text of a number that JSON has no form for, such as `NaN` or `-Infinity`; nothing for other code. */
export function numberWithoutJson(expression: ts.Expression): string | undefined {
  const value = unwrap(expression);
  const number = ts.isPrefixUnaryExpression(value) ? unwrap(value.operand) : value;
  if (!ts.isIdentifier(number) && !ts.isPropertyAccessExpression(number)) return undefined;
  return NAMES.has(number.getText()) ? value.getText() : undefined;
}
