import { isSchemaLibrary, isTypeBox } from '../../source/schema-libraries.ts';
import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/nodes.ts';

const kinds = (names: string): ReadonlySet<ts.SyntaxKind> =>
  new Set(names.split(/\s+/).map((name) => ts.SyntaxKind[name as keyof typeof ts.SyntaxKind]));

export const LITERALS: ReadonlySet<ts.SyntaxKind> = kinds(
  `StringLiteral NoSubstitutionTemplateLiteral NumericLiteral BigIntLiteral TrueKeyword FalseKeyword NullKeyword`,
);

/** Syntax that runs no code but that of its parts. */
const PASSIVE: ReadonlySet<ts.SyntaxKind> = kinds(
  `VariableStatement VariableDeclarationList VariableDeclaration ClassDeclaration ClassExpression HeritageClause
  PropertyDeclaration SemicolonClassElement EnumDeclaration EnumMember ExportAssignment EmptyStatement Identifier
  RegularExpressionLiteral ObjectLiteralExpression PropertyAssignment ShorthandPropertyAssignment ArrayLiteralExpression`,
);

/**
 * Whether a top-level statement only declares: its values are made of literals, names, functions and builders of schemas,
 * so that making them changes nothing else.
 */
export function isInert(node: ts.Node, outline: ModuleOutline): boolean {
  if (isTypeOnly(node) || ts.isModifier(node)) return true;
  const isMember =
    ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) === 0;
  // Of a function or class member, only a computed name and decorators run at declaration.
  if (isMember || ts.isFunctionLike(node))
    return (
      !(node.name && ts.isComputedPropertyName(node.name)) &&
      !('modifiers' in node && node.modifiers?.some(ts.isDecorator))
    );
  const isPassive =
    PASSIVE.has(node.kind) || LITERALS.has(node.kind) || unwrap(node as ts.Expression) !== node;
  if (!isPassive && !isOfSchemas(outline, node)) return false;
  return !ts.forEachChild(node, (part) => !isInert(part, outline) || undefined);
}

/** Whether a node has no value: a type, an interface, an alias. */
export function isTypeOnly(node: ts.Node): boolean {
  return (
    (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) ||
    ts.isTypeParameterDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    (ts.isHeritageClause(node) && node.token === ts.SyntaxKind.ImplementsKeyword)
  );
}

/** Whether a statement declares only immutable values: functions, and constant numbers, strings and booleans. */
export function isUnchangeable(node: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(node)) return true;
  if (!ts.isVariableStatement(node) || (node.declarationList.flags & ts.NodeFlags.Const) === 0) return false;
  return node.declarationList.declarations.every(({ initializer }) => {
    const value = initializer && unwrap(initializer);
    return value && (LITERALS.has(value.kind) || ts.isFunctionExpression(value) || ts.isArrowFunction(value));
  });
}

/** Whether an expression calls a builder of schemas, whose result is a new object. */
export function makesSchema(outline: ModuleOutline, value: ts.Expression): boolean {
  const inner = unwrap(value);
  return ts.isCallExpression(inner) && isOfSchemas(outline, inner);
}

/** Whether a call or member is one of a library of schemas. */
export function isOfSchemas({ imports }: ModuleOutline, node: ts.Node): boolean {
  let root = node as ts.Expression;
  while (ts.isCallExpression(root) || ts.isPropertyAccessExpression(root)) root = unwrap(root.expression);
  const imported = root !== node && ts.isIdentifier(root) ? imports.get(root.text) : undefined;
  if (!imported) return false;
  // Other exports, such as `TypeRegistry`, have side effects.
  return isTypeBox(imported.specifier)
    ? /^(?:Type|default|\*)$/.test(imported.name)
    : isSchemaLibrary(imported.specifier);
}
