import { type ast, is } from '../../../source/types/typescript.ts';
import { isAccess, keyOf, outermost } from '../../../source/types/syntax.ts';

type Node = ast.Node;

/** Whether a prototype is used by a member with a name: `Tool.prototype.run`. */
export function isNamedMember(prototype: Node): boolean {
  const value = outermost(prototype);
  return isAccess(value.parent) && value.parent.expression === value && keyOf(value.parent) !== undefined;
}

const SILENCED = /@ts-(?:ignore|expect-error)/;
/** Whether a file silences the compiler anywhere. */
const silencing = new WeakMap<ast.SourceFile, boolean>();

/** Whether the compiler is silenced at a node, which makes its types untrue. */
export function isSilenced(node: Node): boolean {
  const file = node.getSourceFile();
  let mayBe = silencing.get(file);
  if (mayBe === undefined) silencing.set(file, (mayBe = SILENCED.test(file.text)));
  return mayBe && SILENCED.test(file.text.slice(node.pos, node.getStart()));
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
  if (/^import\s+type\b/.test(statement.getText())) return false;
  const { name, namedBindings } = statement.importClause ?? {};
  const isOfNames = !name && namedBindings !== undefined && is.isNamedImports(namedBindings);
  return keepsNames || !isOfNames || !namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
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
