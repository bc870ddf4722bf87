import { BUILDERS, isSchemaLibrary } from '../../source/schema-libraries.ts';
import { ts } from '../../source/ts.ts';
import type { ModuleOutline } from '../../source/module-outline.ts';
import { unwrap } from '../../source/nodes.ts';

const kinds = (names: string): ReadonlySet<ts.SyntaxKind> =>
  new Set(names.split(/\s+/).map((name) => ts.SyntaxKind[name as keyof typeof ts.SyntaxKind]));

export const LITERALS: ReadonlySet<ts.SyntaxKind> = kinds(
  `StringLiteral NoSubstitutionTemplateLiteral NumericLiteral BigIntLiteral TrueKeyword FalseKeyword NullKeyword`,
);

const DECLARATIONS: ReadonlySet<ts.SyntaxKind> = kinds(
  `VariableStatement FunctionDeclaration ClassDeclaration EnumDeclaration ExportAssignment InterfaceDeclaration
  TypeAliasDeclaration EmptyStatement`,
);

/** Syntax that may change a value when it runs. */
const ACTING: ReadonlySet<ts.SyntaxKind> = kinds(
  `NewExpression AwaitExpression DeleteExpression TaggedTemplateExpression PostfixUnaryExpression Decorator
  ClassStaticBlockDeclaration JsxElement JsxSelfClosingElement JsxFragment`,
);

/**
 * Whether a top-level statement only declares: what its values are made of calls nothing but builders of schemas, and
 * assigns nothing.
 */
export function isInert(node: ts.Node, outline: ModuleOutline): boolean {
  return DECLARATIONS.has(node.kind) && !acts(node, outline);
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

function acts(node: ts.Node, outline: ModuleOutline): boolean {
  if (ACTING.has(node.kind)) return true;
  if (ts.isCallExpression(node) && !onlyMakesSchema(outline, node)) return true;
  if (ts.isPrefixUnaryExpression(node) && !ts.isNumericLiteral(node.operand)) return true;
  if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) return true;
  const isMember =
    ts.isPropertyDeclaration(node) && (ts.getCombinedModifierFlags(node) & ts.ModifierFlags.Static) === 0;
  // Of a function or class member, only a computed name and decorators run at declaration.
  const isLater = isMember || ts.isFunctionLike(node);
  const parts = isLater
    ? [...(ts.canHaveDecorators(node) ? (ts.getDecorators(node) ?? []) : []), node.name]
    : undefined;
  if (parts) return parts.some((part) => part !== undefined && acts(part, outline));
  return ts.forEachChild(node, (part) => acts(part, outline) || undefined) ?? false;
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
