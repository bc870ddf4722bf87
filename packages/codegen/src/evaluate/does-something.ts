import { ts } from '../source/ts.ts';
import type { ModuleOutline } from '../source/module-outline.ts';
import { unwrap } from '../source/unwrap.ts';
import { isOurs, rootOf } from './call-origin.ts';
import { isAssigning, isChanging, isMakingOnly } from './known-calls.ts';

/**
 * Whether loading a statement may do more than give its names their values: it calls, assigns or waits, other than to
 * make schemas. Bodies of functions do not count, as they do not run by themselves.
 *
 * @param skipped - Handlers, and definitions, each of which is evaluated by itself.
 */
export function doesSomething(
  statement: ts.Statement,
  { imports }: ModuleOutline,
  skipped: ReadonlySet<ts.Node>,
): boolean {
  const isSchemaCall = (node: ts.CallExpression): boolean => {
    const root = rootOf(node);
    if (!ts.isIdentifier(root)) return false;
    const specifier = imports.get(root.text)?.specifier ?? '';
    return isOurs(specifier) && isMakingOnly(node);
  };
  const visit = (node: ts.Node): boolean => {
    if (skipped.has(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return false;
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return false;
    if (runsLater(node)) return partsRunNow(node).some(visit);
    if (ts.isCallExpression(node) && !isSchemaCall(node)) return true;
    return DOING.has(node.kind) || changesSomething(node) || (ts.forEachChild(node, visit) ?? false);
  };
  return visit(statement);
}

const DOING: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.DeleteExpression,
  ts.SyntaxKind.PostfixUnaryExpression,
  ts.SyntaxKind.AwaitExpression,
  ts.SyntaxKind.Decorator,
]);

function changesSomething(node: ts.Node): boolean {
  if (ts.isPrefixUnaryExpression(node))
    return node.operator === ts.SyntaxKind.PlusPlusToken || node.operator === ts.SyntaxKind.MinusMinusToken;
  if (ts.isForOfStatement(node) && node.awaitModifier) return true;
  if (ts.isForOfStatement(node) || ts.isForInStatement(node))
    return !ts.isVariableDeclarationList(node.initializer);
  if (!ts.isBinaryExpression(node)) return false;
  const { kind } = node.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

/** Whether the code in a node runs when something is called or made, rather than where it stands. */
function runsLater(node: ts.Node): node is ts.SignatureDeclaration | ts.PropertyDeclaration {
  if (ts.isPropertyDeclaration(node))
    return (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) === 0;
  return ts.isFunctionLike(node);
}

/** What of such a node runs where it stands. */
function partsRunNow(node: ts.SignatureDeclaration | ts.PropertyDeclaration): readonly ts.Node[] {
  const decorators = ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : [];
  const { name } = node;
  return name && ts.isComputedPropertyName(name) ? [...decorators, name] : decorators;
}

/** The name whose value a node changes, if it says so itself. */
export function changedBy(node: ts.Node): ts.Identifier | undefined {
  const target = changedExpression(node);
  const root = target && rootOf(target);
  return root && ts.isIdentifier(root) ? root : undefined;
}

function changedExpression(node: ts.Node): ts.Expression | undefined {
  if (ts.isBinaryExpression(node)) return changesSomething(node) ? node.left : undefined;
  if (ts.isDeleteExpression(node)) return node.expression;
  if (ts.isPostfixUnaryExpression(node)) return node.operand;
  if (ts.isPrefixUnaryExpression(node)) return changesSomething(node) ? node.operand : undefined;
  if (!ts.isCallExpression(node)) return undefined;
  const callee = unwrap(node.expression);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  if (isChanging(callee.name.text)) return callee.expression;
  const owner = unwrap(callee.expression);
  const isOfLanguage = ts.isIdentifier(owner) && (owner.text === 'Object' || owner.text === 'Reflect');
  return isOfLanguage && isAssigning(callee.name.text) ? node.arguments[0] : undefined;
}

/** The member, outside of its wrappers, that an expression is the owner of. */
export function memberOn(expression: ts.Node): string | undefined {
  let outer = expression.parent;
  while (ts.isExpression(outer) && unwrap(outer) === expression) outer = outer.parent;
  return ts.isPropertyAccessExpression(outer) ? outer.name.text : undefined;
}
