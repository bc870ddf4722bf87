import { push } from '../group-by.ts';
import { ast, is } from './typescript.ts';
import { hasModifier, isFunctionNode } from './syntax.ts';

type Node = ast.Node;

/** The names that a file declares, as far as syntax tells what they are. */
export class DeclaredNames {
  readonly #byText = new Map<string, Node[]>();
  /** Reading the text of a name, and searching the scopes, takes longer than everything else that is asked of it. */
  readonly #visible = new Map<Node, Node | undefined>();

  /** Names that also something declares whose scope syntax does not tell. */
  readonly #undecided = new Set<string>();

  add(name: ast.Identifier): void {
    if (isSeenElsewhere(name)) this.#undecided.add(name.text);
    push(this.#byText, name.text, name);
  }

  /** Adds the name of what is no variable, function or class statement. */
  addOther(name: ast.Identifier): void {
    if (OTHERS.has(name.parent.kind)) this.#undecided.add(name.text);
  }

  /** The declared name that an identifier refers to, once all are added. */
  visibleAt(node: ast.Identifier): Node | undefined {
    if (!this.#visible.has(node)) this.#visible.set(node, this.#find(node));
    return this.#visible.get(node);
  }

  #find(node: ast.Identifier): Node | undefined {
    if (this.#undecided.has(node.text)) return undefined;
    let found: { readonly name: Node; readonly scope: Node } | undefined;
    for (const name of this.#byText.get(node.text) ?? []) {
      const scope = scopeOf(name);
      const isAround = scope.pos <= node.pos && node.end <= scope.end;
      if (isAround && (!found || scope.pos >= found.scope.pos)) found = { name, scope };
    }
    return found?.name;
  }

  /** The declaration that a module exports by a name. */
  exported(text: string): Node | undefined {
    const [name, ...more] = (this.#byText.get(text) ?? []).filter(isExported);
    return more.length === 0 ? name : undefined;
  }
}

/** Whether an identifier names what it declares: a variable, parameter, function, class or import. */
export function isDeclaredName(node: Node): boolean {
  const { parent } = node;
  if (is.isImportSpecifier(parent) || is.isImportClause(parent) || is.isNamespaceImport(parent))
    return parent.name === node;
  const isDeclaration =
    is.isVariableDeclaration(parent) ||
    is.isParameterDeclaration(parent) ||
    is.isBindingElement(parent) ||
    is.isFunctionDeclaration(parent) ||
    is.isClassDeclaration(parent);
  return isDeclaration && parent.name === node;
}

/** Whether an identifier names a property that it creates, whose symbol does not matter. */
export function isPropertyName(node: Node): boolean {
  const { parent } = node;
  const isMember =
    is.isPropertyAssignment(parent) || is.isMethodDeclaration(parent) || is.isJsxAttribute(parent);
  return isMember && parent.name === node;
}

/** Whether an identifier refers to a name of the scopes around it. */
export function isReference(node: Node): boolean {
  const { parent } = node;
  if (is.isPropertyAccessExpression(parent)) return parent.expression === node;
  const hasInitializer =
    is.isVariableDeclaration(parent) ||
    is.isParameterDeclaration(parent) ||
    is.isBindingElement(parent) ||
    is.isPropertyAssignment(parent) ||
    is.isPropertyDeclaration(parent) ||
    is.isEnumMember(parent) ||
    is.isJsxAttribute(parent);
  return hasInitializer ? parent.initializer === node : !NAMING.has(parent.kind);
}

const NAMING: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.ImportSpecifier,
  ast.SyntaxKind.ImportClause,
  ast.SyntaxKind.NamespaceImport,
  ast.SyntaxKind.NamespaceExport,
  ast.SyntaxKind.ExportSpecifier,
  ast.SyntaxKind.MethodDeclaration,
  ast.SyntaxKind.GetAccessor,
  ast.SyntaxKind.SetAccessor,
  ast.SyntaxKind.FunctionDeclaration,
  ast.SyntaxKind.FunctionExpression,
  ast.SyntaxKind.ClassDeclaration,
  ast.SyntaxKind.ClassExpression,
  ast.SyntaxKind.EnumDeclaration,
  ast.SyntaxKind.ModuleDeclaration,
  ast.SyntaxKind.LabeledStatement,
  ast.SyntaxKind.BreakStatement,
  ast.SyntaxKind.ContinueStatement,
  ast.SyntaxKind.QualifiedName,
  ast.SyntaxKind.MetaProperty,
]);

/** Whether a declared name is exported where it is declared. */
export function isExported({ parent }: Node): boolean {
  const statement = is.isVariableDeclaration(parent) ? parent.parent.parent : parent;
  return is.isSourceFile(statement.parent) && hasModifier(statement, ast.SyntaxKind.ExportKeyword);
}

/** Declarations whose names are not added. */
const OTHERS: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.FunctionExpression,
  ast.SyntaxKind.ClassExpression,
  ast.SyntaxKind.EnumDeclaration,
  ast.SyntaxKind.ModuleDeclaration,
  ast.SyntaxKind.ImportEqualsDeclaration,
]);

// `var` is visible around its block, and what a namespace exports in all its blocks.
function isSeenElsewhere({ parent }: Node): boolean {
  let at = parent;
  while (is.isBindingElement(at) || is.isBindingPattern(at)) at = at.parent;
  const list = is.isVariableDeclaration(at) ? at.parent : undefined;
  const isVar =
    list !== undefined && (list.flags & ast.NodeFlags.BlockScoped) === 0 && !is.isCatchClause(list);
  const statement = list ? list.parent : at;
  return (
    isVar || (is.isModuleBlock(statement.parent) && hasModifier(statement, ast.SyntaxKind.ExportKeyword))
  );
}

function scopeOf(name: Node): Node {
  let at = name.parent;
  // A function or class is visible around it.
  if (is.isFunctionDeclaration(at) || is.isClassDeclaration(at)) at = at.parent;
  while (!isScope(at)) at = at.parent;
  return at;
}

/** What has parameters even where it has no body. */
const WITHOUT_BODY: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.Constructor,
  ast.SyntaxKind.FunctionDeclaration,
  ast.SyntaxKind.GetAccessor,
  ast.SyntaxKind.IndexSignature,
  ast.SyntaxKind.MethodDeclaration,
  ast.SyntaxKind.SetAccessor,
]);

function isScope(node: Node): boolean {
  return (
    is.isSourceFile(node) ||
    is.isBlock(node) ||
    is.isForStatement(node) ||
    is.isForOfStatement(node) ||
    is.isForInStatement(node) ||
    is.isCaseBlock(node) ||
    is.isCatchClause(node) ||
    is.isModuleBlock(node) ||
    isFunctionNode(node) ||
    WITHOUT_BODY.has(node.kind)
  );
}
