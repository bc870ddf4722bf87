import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/unwrap.ts';

const isTypeBox = (specifier: string): boolean => /^(?:@sinclair\/)?typebox(?:\/|$)/.test(specifier);

/** Whether a module is TypeBox or the toolkit, whose calls have no side effects. */
export const isOurs = (specifier: string): boolean => isTypeBox(specifier) || specifier === '@btcp/core';

/** Whether an expression calls a TypeBox builder, whose result is a new object. */
export function makesSchema({ imports }: ModuleOutline, value: ts.Expression): boolean {
  let root = unwrap(value);
  if (!ts.isCallExpression(root)) return false;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = unwrap(root.expression);
  const imported = ts.isIdentifier(root) ? imports.get(root.text) : undefined;
  // Other exports, such as `TypeRegistry`, have side effects.
  return (
    imported !== undefined && isTypeBox(imported.specifier) && /^(?:Type|default|\*)$/.test(imported.name)
  );
}
