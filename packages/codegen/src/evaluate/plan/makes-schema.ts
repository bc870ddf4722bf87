import { BUILDERS, isSchemaLibrary } from '../../source/schema-libraries.ts';
import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/unwrap.ts';

const isTypeBox = (specifier: string): boolean => /^(?:@sinclair\/)?typebox(?:\/|$)/.test(specifier);

/** Whether a module makes schemas, or is the toolkit: its calls have no side effects but on schemas. */
export const isOurs = (specifier: string): boolean =>
  isTypeBox(specifier) || isSchemaLibrary(specifier) || /^@btcp\/core(?:\/content)?$/.test(specifier);

/** Whether an expression calls a builder of schemas, whose result is a new object. */
export function makesSchema({ imports }: ModuleOutline, value: ts.Expression): boolean {
  let root = unwrap(value);
  if (!ts.isCallExpression(root)) return false;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = unwrap(root.expression);
  const imported = ts.isIdentifier(root) ? imports.get(root.text) : undefined;
  if (!imported) return false;
  // Other exports, such as `TypeRegistry`, have side effects.
  return isTypeBox(imported.specifier)
    ? /^(?:Type|default|\*)$/.test(imported.name)
    : isSchemaLibrary(imported.specifier);
}

/** Whether a call makes a schema, and nothing that it mentions beside its arguments has side effects: not `z.config(…)`. */
export function onlyMakesSchema(outline: ModuleOutline, call: ts.CallExpression): boolean {
  return (
    makesSchema(outline, call) &&
    (isOfTypeBox(outline, call) || namesIn(call).every((name) => BUILDERS.has(name)))
  );
}

function isOfTypeBox({ imports }: ModuleOutline, call: ts.CallExpression): boolean {
  const [name = ''] = /^\w+/.exec(call.getText()) ?? [];
  return isTypeBox(imports.get(name)?.specifier ?? '');
}

/** The names of a chain of calls, but for a namespace at its root: `string` and `min` of `z.string().min(1)`. */
function namesIn(call: ts.CallExpression): readonly string[] {
  const names: string[] = [];
  for (let at = unwrap(call); ; at = unwrap(at.expression)) {
    if (ts.isPropertyAccessExpression(at)) names.push(at.name.text);
    else if (!ts.isCallExpression(at)) return names.length > 0 || !ts.isIdentifier(at) ? names : [at.text];
  }
}
