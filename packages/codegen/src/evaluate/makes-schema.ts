import { ts } from '../source/ts.ts';
import type { ModuleOutline } from '../source/module-outline.ts';
import { unwrap } from '../source/unwrap.ts';
import { isTypeBox, rootOf } from './call-origin.ts';

/** Whether an expression is a call of a TypeBox builder: what it gives has just been made, and is nobody else's. */
export function makesSchema({ imports }: ModuleOutline, value: ts.Expression): boolean {
  const call = unwrap(value);
  const root = ts.isCallExpression(call) ? rootOf(call) : undefined;
  return root !== undefined && ts.isIdentifier(root) && isTypeBox(imports.get(root.text)?.specifier ?? '');
}
