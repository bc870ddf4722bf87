import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { valueSymbol } from './returned-value.ts';

const MOST_STEPS = 8;

/**
 * Whether an expression that is `undefined` by its type really may be. Types are read with `noUncheckedIndexedAccess`,
 * whatever the project sets: what may come from an index alone does not count.
 */
export function isUndefinedForSure(checker: ts.TypeChecker, expression: ts.Expression, step = 0): boolean {
  const value = unwrap(expression);
  if (step > MOST_STEPS) return false;
  const inner = (next: ts.Expression): boolean => isUndefinedForSure(checker, next, step + 1);
  if (ts.isAwaitExpression(value)) return inner(value.expression);
  if (ts.isVoidExpression(value)) return true;
  if (ts.isBinaryExpression(value)) return inner(value.right);
  if (ts.isConditionalExpression(value)) return inner(value.whenTrue) || inner(value.whenFalse);
  if (ts.isCallExpression(value))
    return ts.isOptionalChain(value) || isDeclaredSo(checker.getResolvedSignature(value)?.getDeclaration());
  if (ts.isPropertyAccessExpression(value)) {
    const symbol = checker.getSymbolAtLocation(value.name);
    return ts.isOptionalChain(value) || (symbol?.declarations?.some(isDeclaredSo) ?? false);
  }
  if (!ts.isIdentifier(value)) return false;
  if (value.text === 'undefined') return true;
  return isDeclaredUndefined(checker, value, inner);
}

function isDeclaredUndefined(
  checker: ts.TypeChecker,
  name: ts.Identifier,
  inner: (next: ts.Expression) => boolean,
): boolean {
  const declaration = valueSymbol(checker, name)?.valueDeclaration;
  if (!declaration) return false;
  if (ts.isVariableDeclaration(declaration) && !declaration.type)
    return declaration.initializer !== undefined && inner(declaration.initializer);
  return isDeclaredSo(declaration);
}

/** Whether a declaration has its type in writing. */
function isDeclaredSo(declaration: ts.Node | undefined): boolean {
  if (!declaration) return false;
  if (declaration.getSourceFile().isDeclarationFile) return !ts.isIndexSignatureDeclaration(declaration);
  return (
    'type' in declaration && declaration.type !== undefined && !ts.isIndexSignatureDeclaration(declaration)
  );
}
