import type { Types as Code } from '../../../source/types/types.ts';
import { ast, is, type NodeHandle } from '../../../source/types/typescript.ts';
import { unwrap, isOptionalChain } from '../syntax.ts';
import { isInSource } from '../../output/type-facts.ts';

const MOST_STEPS = 8;

/**
 * Whether an expression may really be `undefined`. Types are read with `noUncheckedIndexedAccess` whatever the project
 * sets, so `undefined` from index access does not count.
 */
export function isUndefinedForSure(code: Code, expression: ast.Expression, step = 0): boolean {
  const value = unwrap(expression);
  if (step > MOST_STEPS) return false;
  const inner = (next: ast.Expression): boolean => isUndefinedForSure(code, next, step + 1);
  if (is.isAwaitExpression(value)) return inner(value.expression);
  if (is.isVoidExpression(value)) return true;
  if (is.isBinaryExpression(value)) return inner(value.right);
  if (is.isConditionalExpression(value)) return inner(value.whenTrue) || inner(value.whenFalse);
  if (is.isCallExpression(value))
    return (
      isOptionalChain(value) || isDeclaredSo(code, code.checker.getResolvedSignature(value)?.declaration)
    );
  if (is.isPropertyAccessExpression(value)) {
    const symbol = code.names.symbolAt(value.name);
    return isOptionalChain(value) || (symbol?.declarations.some((each) => isDeclaredSo(code, each)) ?? false);
  }
  if (!is.isIdentifier(value)) return false;
  if (value.text === 'undefined') return true;
  return isDeclaredUndefined(code, value, inner);
}

function isDeclaredUndefined(
  code: Code,
  name: ast.Identifier,
  inner: (next: ast.Expression) => boolean,
): boolean {
  const declaration = code.names.symbolAt(name)?.valueDeclaration;
  const node = declaration && isInSource(declaration) ? code.nodeOf(declaration) : undefined;
  if (node && is.isVariableDeclaration(node) && !node.type)
    return node.initializer !== undefined && inner(node.initializer);
  return isDeclaredSo(code, declaration);
}

/** Whether a declaration has a type annotation. */
function isDeclaredSo(code: Code, declaration: NodeHandle | undefined): boolean {
  if (!declaration || declaration.kind === ast.SyntaxKind.IndexSignature) return false;
  if (!isInSource(declaration)) return true;
  const node = code.nodeOf(declaration);
  return node !== undefined && 'type' in node && node.type !== undefined;
}
