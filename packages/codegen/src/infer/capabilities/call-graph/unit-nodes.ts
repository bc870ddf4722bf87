import { ast, is } from '../../../source/types/typescript.ts';
import {
  isAccess,
  keyOf,
  outermost,
  isAssignment,
  isClass,
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
