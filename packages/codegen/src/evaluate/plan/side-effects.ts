import { BUILDERS, isSchemaLibrary } from '../../source/schema-libraries.ts';
import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/nodes.ts';

const kinds = (names: string): ReadonlySet<ts.SyntaxKind> =>
  new Set(names.split(/\s+/).map((name) => ts.SyntaxKind[name as keyof typeof ts.SyntaxKind]));

export const LITERALS: ReadonlySet<ts.SyntaxKind> = kinds(
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
function onlyMakesSchema(outline: ModuleOutline, call: ts.CallExpression): boolean {
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
