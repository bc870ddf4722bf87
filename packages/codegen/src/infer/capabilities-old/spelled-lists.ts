import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import type { ValueReader } from './value.ts';

/** The elements of a list that the code spells out, those of lists that it spreads included; undefined for any other. */
export function elementsOf(values: ValueReader, list: ts.Expression): readonly ts.Expression[] | undefined {
  const spelled = spelledValue(values, list);
  if (!spelled || !ts.isArrayLiteralExpression(spelled)) return undefined;
  return spelled.elements.flatMap((element): readonly ts.Expression[] =>
    ts.isSpreadElement(element) ? (elementsOf(values, element.expression) ?? [element]) : [element],
  );
}

/** What a map may give whose entries the code spells out, `new Map([['me', '/api/me']])`; undefined for any other. */
export function mappedBy(values: ValueReader, map: ts.Expression): readonly ts.Expression[] | undefined {
  const made = spelledValue(values, map);
  const entries =
    made && ts.isNewExpression(made) && made.expression.getText() === 'Map' ? made.arguments?.[0] : undefined;
  const pairs = entries && elementsOf(values, entries)?.map((entry) => elementsOf(values, entry));
  const given = pairs?.map((pair) => pair?.[1]);
  return given?.every((each) => each !== undefined) ? given : undefined;
}

function spelledValue(values: ValueReader, expression: ts.Expression): ts.Expression | undefined {
  const value = unwrap(expression);
  const constant = ts.isIdentifier(value) ? values.ofConstant(value) : value;
  return constant && unwrap(constant);
}
