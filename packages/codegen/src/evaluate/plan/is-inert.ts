import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/unwrap.ts';
import { onlyMakesSchema } from './makes-schema.ts';

const kinds = (names: string): ReadonlySet<ts.SyntaxKind> =>
  new Set(names.split(/\s+/).map((name) => ts.SyntaxKind[name as keyof typeof ts.SyntaxKind]));

const LITERALS: ReadonlySet<ts.SyntaxKind> = kinds(
  `StringLiteral NoSubstitutionTemplateLiteral NumericLiteral BigIntLiteral TrueKeyword FalseKeyword NullKeyword`,
);

/** Syntax without side effects, whatever it contains. */
const INERT: ReadonlySet<ts.SyntaxKind> = kinds(
  `Identifier PrivateIdentifier RegularExpressionLiteral ArrowFunction FunctionExpression InterfaceDeclaration
  TypeAliasDeclaration TypeParameter ExclamationToken EmptyStatement SemicolonClassElement`,
);

/** Syntax without side effects if its parts have none. */
const COMPOSED: ReadonlySet<ts.SyntaxKind> = kinds(
  `VariableStatement VariableDeclarationList VariableDeclaration ExportAssignment EnumDeclaration EnumMember
  ClassDeclaration ClassExpression HeritageClause ArrayLiteralExpression ObjectLiteralExpression PropertyAssignment
  ShorthandPropertyAssignment ParenthesizedExpression AsExpression SatisfiesExpression NonNullExpression`,
);

/**
 * Whether a top-level statement has no side effects beyond declaring functions, literals and schemas. Property access and
 * spreads may run code, so they count as side effects.
 */
export function isInert(node: ts.Node, outline: ModuleOutline): boolean {
  const isInertPart = (part: ts.Node): boolean => isInert(part, outline);
  if (LITERALS.has(node.kind) || INERT.has(node.kind) || ts.isModifier(node)) return true;
  if (ts.isExpressionWithTypeArguments(node)) return isInertPart(node.expression);
  if (ts.isTypeNode(node)) return true;
  if (ts.isPrefixUnaryExpression(node)) return ts.isNumericLiteral(node.operand);
  if (ts.isCallExpression(node)) return isInertCall(node, outline);
  if (ts.isComputedPropertyName(node)) return /^Symbol\.\w+$/.test(node.expression.getText());
  const isMember =
    ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) === 0;
  // Of a function or class member, only a computed name and decorators run at declaration.
  if (isMember || ts.isFunctionLike(node))
    return !(ts.canHaveDecorators(node) && ts.getDecorators(node)) && (!node.name || isInertPart(node.name));
  return COMPOSED.has(node.kind) && !ts.forEachChild(node, (part) => !isInertPart(part));
}

function isInertCall(call: ts.CallExpression, outline: ModuleOutline): boolean {
  const { expression: callee } = call;
  const made = ts.isPropertyAccessExpression(callee) ? unwrap(callee.expression) : undefined;
  const parts = made && ts.isCallExpression(made) ? [made, ...call.arguments] : call.arguments;
  return onlyMakesSchema(outline, call) && parts.every((part) => isInert(part, outline));
}

const isCallback = (value: ts.Expression): boolean =>
  ts.isArrowFunction(value) || ts.isFunctionExpression(value);

function areAll(node: ts.VariableStatement, is: (value: ts.Expression) => boolean): boolean {
  return node.declarationList.declarations.every(({ initializer }) => initializer && is(unwrap(initializer)));
}

/** Whether a statement declares only immutable values: functions, and constant numbers, strings and booleans. */
export function isUnchangeable(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node)) return true;
  if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) === 0) return false;
  return areAll(node, (value) => isCallback(value) || LITERALS.has(value.kind));
}

/** Whether a statement declares only functions. */
export function isFunction(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node)) return true;
  return ts.isVariableStatement(node) && areAll(node, isCallback);
}
