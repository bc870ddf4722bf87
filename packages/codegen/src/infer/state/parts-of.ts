import { ts } from '../../source/ts.ts';
import { returnsOf } from '../capabilities/writes.ts';

/** What the value of an expression holds, and whether that value is new each time; what it holds need not be. */
export function partsOf(value: ts.Node): { readonly isNew: boolean; readonly nodes: readonly ts.Node[] } {
  if (ts.isNewExpression(value)) return { isNew: true, nodes: value.arguments ?? [] };
  if (ts.isArrayLiteralExpression(value)) return { isNew: true, nodes: value.elements };
  if (ts.isSpreadElement(value)) return { isNew: true, nodes: [value.expression] };
  if (ts.isFunctionLike(value)) return { isNew: true, nodes: returnsOf(value) };
  if (ts.isObjectLiteralExpression(value)) return { isNew: true, nodes: value.properties.flatMap(valuesOf) };
  const nodes: ts.Node[] = [];
  ts.forEachChild(value, (child) => void (ts.isTypeNode(child) || nodes.push(child)));
  return { isNew: ts.isClassLike(value), nodes };
}

function valuesOf(property: ts.ObjectLiteralElementLike): readonly ts.Node[] {
  if (ts.isPropertyAssignment(property)) return [property.initializer];
  if (ts.isShorthandPropertyAssignment(property)) return [property.name];
  return ts.isSpreadAssignment(property) ? [property.expression] : [property];
}
