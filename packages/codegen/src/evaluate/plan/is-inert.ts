import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/unwrap.ts';
import { makesSchema } from './makes-schema.ts';

/**
 * Whether a top-level statement does nothing but give its names their values: functions, literals and schemas. A
 * member that is read or a list that is spread may already run code.
 */
export function isInert(node: ts.Statement, outline: ModuleOutline): boolean {
  if (ts.isVariableStatement(node)) {
    return node.declarationList.declarations.every(
      ({ name, initializer }) =>
        ts.isIdentifier(name) && (!initializer || isInertValue(initializer, outline)),
    );
  }
  if (ts.isExportAssignment(node)) return isInertValue(node.expression, outline);
  if (ts.isClassDeclaration(node)) return isInertClass(node);
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isEmptyStatement(node) ||
    (ts.isEnumDeclaration(node) &&
      node.members.every(({ initializer }) => !initializer || isInertValue(initializer, outline)))
  );
}

function isInertValue(expression: ts.Expression, outline: ModuleOutline): boolean {
  const value = unwrap(expression);
  const isInertPart = (part: ts.Expression): boolean => isInertValue(part, outline);
  if (ts.isArrayLiteralExpression(value)) return value.elements.every(isInertPart);
  if (ts.isObjectLiteralExpression(value)) {
    return value.properties.every(
      (member) =>
        ts.isShorthandPropertyAssignment(member) ||
        (!ts.isSpreadAssignment(member) &&
          !isComputed(member.name) &&
          (!ts.isPropertyAssignment(member) || isInertPart(member.initializer))),
    );
  }
  if (ts.isCallExpression(value))
    return (
      makesSchema(outline, value) &&
      value.arguments.every((item) => isInertPart(item) && !isCallback(unwrap(item)))
    );
  if (ts.isClassExpression(value)) return isInertClass(value);
  if (ts.isPrefixUnaryExpression(value)) return ts.isNumericLiteral(value.operand);
  return isLiteral(value) || isCallback(value) || ts.isIdentifier(value);
}

const isCallback = (value: ts.Expression): boolean =>
  ts.isArrowFunction(value) || ts.isFunctionExpression(value);

function isInertClass(node: ts.ClassLikeDeclaration): boolean {
  const isPlainBase = (node.heritageClauses ?? []).every(({ types }) =>
    types.every(({ expression }) => ts.isIdentifier(expression)),
  );
  return isPlainBase && !hasDecorators(node) && node.members.every(isInertMember);
}

function isInertMember(member: ts.ClassElement): boolean {
  const runs =
    ts.isClassStaticBlockDeclaration(member) ||
    (ts.isPropertyDeclaration(member) &&
      (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Static) !== 0);
  return !runs && !hasDecorators(member) && !isComputed(member.name);
}

// `[Symbol.iterator]` computes nothing.
function isComputed(name: ts.PropertyName | undefined): boolean {
  return (
    name !== undefined && ts.isComputedPropertyName(name) && !/^Symbol\.\w+$/.test(name.expression.getText())
  );
}

function hasDecorators(node: ts.Node): boolean {
  return ts.canHaveDecorators(node) && (ts.getDecorators(node)?.length ?? 0) > 0;
}

function isLiteral(value: ts.Expression): boolean {
  return (
    ts.isStringLiteralLike(value) ||
    ts.isNumericLiteral(value) ||
    ts.isBigIntLiteral(value) ||
    ts.isRegularExpressionLiteral(value) ||
    value.kind === ts.SyntaxKind.TrueKeyword ||
    value.kind === ts.SyntaxKind.FalseKeyword ||
    value.kind === ts.SyntaxKind.NullKeyword
  );
}

/** Whether nothing can change what a statement declares: functions, and constant numbers, strings and booleans. */
export function isUnchangeable(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node)) return true;
  if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) === 0) return false;
  return node.declarationList.declarations.every(({ initializer }) => {
    const value = initializer && unwrap(initializer);
    return value && (isCallback(value) || (isLiteral(value) && !ts.isRegularExpressionLiteral(value)));
  });
}

/** Whether all that a statement declares is code that runs later. */
export function isFunction(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return true;
  return (
    ts.isVariableStatement(node) &&
    node.declarationList.declarations.every(
      ({ initializer }) => initializer && isCallback(unwrap(initializer)),
    )
  );
}
