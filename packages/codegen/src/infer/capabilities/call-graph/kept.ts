import { type ast, is } from '../../../source/types/typescript.ts';
import type { Code } from '../read/code.ts';
import {
  isAssignment,
  isClass,
  isFunctionNode,
  isLazy,
  outermost,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';

type Node = ast.Node;

/**
 * Whether a function or literal is only kept where it is created, in a variable, a property or a result. Any other place may
 * use it at once: `${{ toString() { … } }}`, `[() => { … }].forEach(run)`.
 */
export function isKept(code: Code, node: Node): boolean {
  const value = outermost(node);
  const { parent } = value;
  if (is.isVariableDeclaration(parent)) return is.isIdentifier(parent.name);
  if (is.isPropertyAssignment(parent)) return isKept(code, parent.parent);
  if (is.isArrayLiteralExpression(parent) || is.isConditionalExpression(parent)) return isKept(code, parent);
  if (isAssignment(parent)) return isOwn(code, parent.left);
  // What a callee does with a function is found elsewhere.
  if (is.isCallExpression(parent) || is.isNewExpression(parent)) return parent.expression !== value;
  return (
    is.isPropertyDeclaration(parent) ||
    is.isExportAssignment(parent) ||
    is.isReturnStatement(parent) ||
    (is.isArrowFunction(parent) && parent.body === value)
  );
}

// A member of an object that is made where the module names it, without code that an assignment runs.
function isOwn(code: Code, target: Node): boolean {
  if (code.declaredAt(target).some(is.isSetAccessorDeclaration)) return false;
  const declared = code.declaredAt(rootOf(target));
  return (
    declared.length > 0 && declared.every((each) => isFunctionNode(each) || isClass(each) || isMade(each))
  );
}

function isMade(declared: Node): boolean {
  const value = is.isVariableDeclaration(declared) && declared.initializer && unwrap(declared.initializer);
  return !!value && (isLazy(value) || is.isObjectLiteralExpression(value) || is.isNewExpression(value));
}
