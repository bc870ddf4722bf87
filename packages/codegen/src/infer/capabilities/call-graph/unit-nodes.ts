import { ast, is } from '../../../source/types/typescript.ts';
import {
  isAccess,
  keyOf,
  outermost,
  isAssignment,
  isClass,
  isFunctionExpression,
  isFunctionNode,
  rootOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import type { Code } from '../read/code.ts';

type Node = ast.Node;

/** Whether a prototype is used by a member with a name: `Tool.prototype.run`. */
export function isNamedMember(prototype: Node): boolean {
  const value = outermost(prototype);
  return isAccess(value.parent) && value.parent.expression === value && keyOf(value.parent) !== undefined;
}

const SILENCED = /@ts-(?:ignore|expect-error)/;
/** Whether a file silences the compiler anywhere. */
const silencing = new WeakMap<ast.SourceFile, boolean>();

/** The comment that silences the compiler at a node, which makes its types untrue. */
export function silencerOf(node: Node): string | undefined {
  const file = node.getSourceFile();
  let mayBe = silencing.get(file);
  if (mayBe === undefined) silencing.set(file, (mayBe = SILENCED.test(file.text)));
  return mayBe ? SILENCED.exec(file.text.slice(node.pos, node.getStart()))?.[0] : undefined;
}

/**
 * Whether a statement loads a module; an import of types alone does not.
 *
 * @param keepsNames - Whether `import { type Row } from './rows.ts'` becomes `import {} from './rows.ts'`.
 */
export function isLoaded(
  statement: ast.ImportDeclaration | ast.ExportDeclaration,
  keepsNames: boolean,
): boolean {
  if (is.isExportDeclaration(statement)) return !statement.isTypeOnly;
  // `import type from './side.ts'` imports a value of that name.
  if (/^import\s+type\b(?!\s*(?:,|from\b(?!\s*from\b)))/.test(statement.getText())) return false;
  const { name, namedBindings } = statement.importClause ?? {};
  const isOfNames = !name && namedBindings !== undefined && is.isNamedImports(namedBindings);
  if (keepsNames || !isOfNames || namedBindings.elements.length === 0) return true;
  return namedBindings.elements.some(({ isTypeOnly }) => !isTypeOnly);
}

/** A name without a symbol of its own: a label, an attribute, a DOM element in JSX. */
export function nameWithoutValue(node: Node): Node | undefined {
  if (is.isLabeledStatement(node)) return node.label;
  if (is.isModuleDeclaration(node) || is.isJsxAttribute(node)) return node.name;
  return is.isJsxClosingElement(node) ? node.tagName : undefined;
}

/** Whether a node is a type, or otherwise has no value at run time. */
export function isInert(node: Node): boolean {
  return (
    is.isTypeNode(node) ||
    is.isInterfaceDeclaration(node) ||
    is.isTypeAliasDeclaration(node) ||
    is.isImportDeclaration(node) ||
    is.isExportDeclaration(node) ||
    is.isBreakStatement(node) ||
    is.isContinueStatement(node) ||
    is.isMetaProperty(node) ||
    is.isFunctionDeclaration(node)
  );
}

/** Where a function or literal is only kept: in a variable, a property, an argument or a result. */
const KEEPING: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.VariableDeclaration,
  ast.SyntaxKind.CallExpression,
  ast.SyntaxKind.NewExpression,
  ast.SyntaxKind.PropertyDeclaration,
  ast.SyntaxKind.ExportAssignment,
  ast.SyntaxKind.ReturnStatement,
  ast.SyntaxKind.ArrowFunction,
]);

/** Whether a function or literal is only kept where it is created. Any other place may use it at once: `${{ toString() { … } }}`. */
export function isKept(code: Code, node: Node): boolean {
  const { parent } = outermost(node);
  if (is.isPropertyAssignment(parent)) return isKept(code, parent.parent);
  if (is.isArrayLiteralExpression(parent) || is.isConditionalExpression(parent)) return isKept(code, parent);
  return isAssignment(parent) ? isOfOwn(code, parent.left) : KEEPING.has(parent.kind);
}

// A member of a function, a class or an object that is made where a module names it.
function isOfOwn(code: Code, target: Node): boolean {
  return code.declaredAt(rootOf(target)).some((declared) => {
    const value = is.isVariableDeclaration(declared) && declared.initializer && unwrap(declared.initializer);
    const made = value || declared;
    return (
      isFunctionNode(made) || isClass(made) || is.isObjectLiteralExpression(made) || is.isNewExpression(made)
    );
  });
}

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
