import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/unwrap.ts';

const isTypeBox = (specifier: string): boolean => /^(?:@sinclair\/)?typebox(?:\/|$)/.test(specifier);

/** Whether a module makes schemas and tools, and does nothing else. */
export const isOurs = (specifier: string): boolean => isTypeBox(specifier) || specifier === '@btcp/core';

/** Whether an expression is a call of a TypeBox builder: what it gives has just been made, and is nobody else's. */
export function makesSchema({ imports }: ModuleOutline, value: ts.Expression): boolean {
  let root = unwrap(value);
  if (!ts.isCallExpression(root)) return false;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = unwrap(root.expression);
  const imported = ts.isIdentifier(root) ? imports.get(root.text) : undefined;
  // Others, such as `TypeRegistry`, do more.
  return (
    imported !== undefined && isTypeBox(imported.specifier) && /^(?:Type|default|\*)$/.test(imported.name)
  );
}
