import { type ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import { symbolOf, isOfLibrary } from '../read/symbol-of.ts';
import { isAccess, isAssignment, keyOf, outermost } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/**
 * Whether a function or literal is only kept where it is created, in a variable, a property or a result. Any other place may
 * use it at once: `${{ toString() { … } }}`, `[() => { … }].forEach(run)`.
 *
 * @param isArgumentKept - Whether a call counts as such a place: what a callee does with a function is found elsewhere.
 */
export function isKept(code: Code, node: Node, isArgumentKept: boolean): boolean {
  const value = outermost(node);
  const { parent } = value;
  if (is.isVariableDeclaration(parent)) return is.isIdentifier(parent.name);
  if (is.isPropertyAssignment(parent)) return isKept(code, parent.parent, isArgumentKept);
  if (is.isArrayLiteralExpression(parent)) return isKept(code, parent, isArgumentKept && !isApplied(parent));
  if (is.isConditionalExpression(parent))
    return parent.condition !== value && isKept(code, parent, isArgumentKept);
  // The platform calls what it is given: `window.onload = () => { … }`.
  if (isAssignment(parent)) return !isOfLibrary(symbolOf(code, parent.left));
  if (is.isCallExpression(parent) || is.isNewExpression(parent))
    return isArgumentKept && parent.expression !== value;
  return (
    is.isPropertyDeclaration(parent) ||
    is.isParameterDeclaration(parent) ||
    is.isExportAssignment(parent) ||
    is.isReturnStatement(parent) ||
    (is.isArrowFunction(parent) && parent.body === value)
  );
}

// `run.apply(undefined, [() => { … }])`
function isApplied(list: Node): boolean {
  const { parent } = list;
  return is.isCallExpression(parent) && isAccess(parent.expression) && keyOf(parent.expression) === 'apply';
}
