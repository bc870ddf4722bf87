import { ast, is } from '../../../source/types/typescript.ts';
import { isAccess, isFunctionExpression, keyOf, unwrap } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/**
 * Whether a statement of a module keeps the module from ever loading, as far as syntax alone tells: it throws, ends the
 * process, awaits a promise that nothing settles, or loops without a way out.
 */
export function neverEnds(statement: Node): boolean {
  if (is.isThrowStatement(statement)) return true;
  if (is.isWhileStatement(statement) || is.isDoStatement(statement))
    return (
      unwrap(statement.expression).kind === ast.SyntaxKind.TrueKeyword && !hasWayOut(statement.statement)
    );
  if (is.isForStatement(statement))
    return statement.condition === undefined && !hasWayOut(statement.statement);
  if (!is.isExpressionStatement(statement)) return false;
  const { expression } = statement;
  if (is.isAwaitExpression(expression)) return isNeverSettled(unwrap(expression.expression));
  const value = unwrap(expression);
  return is.isCallExpression(value) && (endsProcess(value.expression) || isDeclaredNever(value.expression));
}

// `process.exit(1)`.
function endsProcess(callee: Node): boolean {
  return (
    isAccess(callee) &&
    is.isIdentifier(callee.expression) &&
    callee.expression.text === 'process' &&
    ['exit', 'abort', 'reallyExit'].includes(keyOf(callee) ?? '')
  );
}

// `function fail(): never { … }` of the same module.
function isDeclaredNever(callee: Node): boolean {
  if (!is.isIdentifier(callee)) return false;
  return callee
    .getSourceFile()
    .statements.some(
      (each) =>
        is.isFunctionDeclaration(each) &&
        each.name?.text === callee.text &&
        each.type?.kind === ast.SyntaxKind.NeverKeyword,
    );
}

// `new Promise(() => {})`: nothing gets the functions that settle it.
function isNeverSettled(value: Node): boolean {
  if (!is.isNewExpression(value) || !is.isIdentifier(value.expression)) return false;
  const executor = value.arguments?.[0];
  return (
    value.expression.text === 'Promise' &&
    executor !== undefined &&
    isFunctionExpression(executor) &&
    executor.parameters.length === 0
  );
}

function hasWayOut(node: Node): boolean {
  if (is.isBreakStatement(node) || is.isReturnStatement(node) || is.isThrowStatement(node)) return true;
  let found = false;
  node.forEachChild((child) => {
    found ||= hasWayOut(child);
  });
  return found;
}
