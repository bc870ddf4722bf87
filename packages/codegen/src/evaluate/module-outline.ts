import { ts } from '../source/ts.ts';

/** Where an imported binding comes from. */
export interface ImportedBinding {
  readonly specifier: string;
  /** The exported name; `*` for the whole module. */
  readonly name: string;
}

/** One top-level statement. */
export interface StatementOutline {
  readonly node: ts.Statement;
  /** Top-level names it declares. */
  readonly declares: readonly string[];
  /** For a statement that declares nothing: the names whose value it changes. */
  readonly changes: ReadonlySet<string>;
  /** What `referencedNames` finds in it; computed when first asked for. */
  references(): ReadonlySet<string>;
}

/** What a module declares, imports and exports. */
export interface ModuleOutline {
  readonly file: ts.SourceFile;
  readonly statements: readonly StatementOutline[];
  readonly imports: ReadonlyMap<string, ImportedBinding>;
  /** Exported name → local name. */
  readonly exports: ReadonlyMap<string, string>;
  /** Exported name → where it is re-exported from. */
  readonly reExports: ReadonlyMap<string, ImportedBinding>;
  readonly starExports: readonly string[];
}

/** Outlines a module from its syntax alone. */
export function outlineModule(file: ts.SourceFile): ModuleOutline {
  const imports = new Map<string, ImportedBinding>();
  const exports = new Map<string, string>();
  const reExports = new Map<string, ImportedBinding>();
  const starExports: string[] = [];
  const statements: StatementOutline[] = [];
  for (const node of file.statements) {
    if (ts.isImportDeclaration(node)) readImport(node, imports);
    else if (ts.isExportDeclaration(node)) readExport(node, exports, reExports, starExports);
    else statements.push(outlineStatement(node, exports));
  }
  return { file, statements, imports, exports, reExports, starExports };
}

function readImport(node: ts.ImportDeclaration, imports: Map<string, ImportedBinding>): void {
  const clause = node.importClause;
  if (!clause || clause.isTypeOnly || !ts.isStringLiteral(node.moduleSpecifier)) return;
  const specifier = node.moduleSpecifier.text;
  if (clause.name) imports.set(clause.name.text, { specifier, name: 'default' });
  if (!clause.namedBindings) return;
  if (ts.isNamespaceImport(clause.namedBindings)) {
    imports.set(clause.namedBindings.name.text, { specifier, name: '*' });
    return;
  }
  for (const element of clause.namedBindings.elements) {
    if (!element.isTypeOnly)
      imports.set(element.name.text, { specifier, name: (element.propertyName ?? element.name).text });
  }
}

function readExport(
  node: ts.ExportDeclaration,
  exports: Map<string, string>,
  reExports: Map<string, ImportedBinding>,
  starExports: string[],
): void {
  if (node.isTypeOnly) return;
  const specifier =
    node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  const clause = node.exportClause;
  if (!clause) {
    if (specifier !== undefined) starExports.push(specifier);
    return;
  }
  if (ts.isNamespaceExport(clause)) {
    if (specifier !== undefined) reExports.set(clause.name.text, { specifier, name: '*' });
    return;
  }
  for (const element of clause.elements) {
    if (element.isTypeOnly) continue;
    const local = (element.propertyName ?? element.name).text;
    if (specifier === undefined) exports.set(element.name.text, local);
    else reExports.set(element.name.text, { specifier, name: local });
  }
}

/** The local name that stands for `export default …`. */
export const DEFAULT_EXPORT = '*default*';

function outlineStatement(node: ts.Statement, exports: Map<string, string>): StatementOutline {
  const declares = declaredNames(node);
  if (hasModifier(node, ts.SyntaxKind.ExportKeyword)) {
    const isDefault = hasModifier(node, ts.SyntaxKind.DefaultKeyword);
    for (const name of declares) exports.set(isDefault ? 'default' : name, name);
  }
  if (ts.isExportAssignment(node)) exports.set('default', DEFAULT_EXPORT);
  let references: ReadonlySet<string> | undefined;
  return {
    node,
    declares,
    changes: declares.length > 0 || isTypeOnlyStatement(node) ? NOTHING : changedNames(node),
    references: () => (references ??= referencedNames(node)),
  };
}

const NOTHING: ReadonlySet<string> = new Set();

function isTypeOnlyStatement(node: ts.Statement): boolean {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}

function hasModifier(node: ts.Statement, kind: ts.SyntaxKind): boolean {
  return (
    ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some((modifier) => modifier.kind === kind) ?? false)
  );
}

function declaredNames(node: ts.Statement): readonly string[] {
  if (hasModifier(node, ts.SyntaxKind.DeclareKeyword)) return [];
  if (ts.isVariableStatement(node))
    return node.declarationList.declarations.flatMap((item) => boundNames(item.name));
  if (ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node))
    return [node.name?.text ?? DEFAULT_EXPORT];
  if (ts.isEnumDeclaration(node)) return [node.name.text];
  if (ts.isModuleDeclaration(node) && ts.isIdentifier(node.name)) return [node.name.text];
  if (ts.isImportEqualsDeclaration(node) && !node.isTypeOnly) return [node.name.text];
  if (ts.isExportAssignment(node)) return [DEFAULT_EXPORT];
  return [];
}

function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}

// `Shared.title = …`, `list.push(…)`, `Object.assign(Shared, …)`, in loops and conditions too.
function changedNames(statement: ts.Statement): ReadonlySet<string> {
  const names = new Set<string>();
  const addRoot = (node: ts.Expression | undefined): void => {
    const root = node && rootIdentifier(node);
    if (root !== undefined) names.add(root);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind)) addRoot(node.left);
    else if (ts.isDeleteExpression(node)) addRoot(node.expression);
    else if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) addRoot(node.operand);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      addRoot(node.expression.expression);
      if (node.expression.expression.getText() === 'Object') addRoot(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(statement);
  return names;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function rootIdentifier(node: ts.Expression): string | undefined {
  let root: ts.Expression = node;
  while (
    ts.isPropertyAccessExpression(root) ||
    ts.isElementAccessExpression(root) ||
    ts.isNonNullExpression(root)
  ) {
    root = root.expression;
  }
  return ts.isIdentifier(root) ? root.text : undefined;
}

/**
 * The names that an expression or statement mentions where they are evaluated: no types, no property names, no
 * handlers. A member of a name comes as `name.member`, for namespaces; any other use of it as `name`.
 */
export function referencedNames(root: ts.Node): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) return void names.add(node.text);
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (isHandler(node)) return;
    if (ts.isPropertyAccessExpression(node)) {
      if (ts.isIdentifier(node.expression))
        return void names.add(`${node.expression.text}.${node.name.text}`);
      return visit(node.expression);
    }
    if (ts.isPropertyAssignment(node) || ts.isPropertyDeclaration(node) || ts.isMethodDeclaration(node)) {
      if (ts.isComputedPropertyName(node.name)) visit(node.name);
      ts.forEachChild(node, (child) => (child === node.name ? undefined : visit(child)));
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(root);
  return names;
}

/**
 * A tool's `execute` member: handler code, which the build never needs. A property of a schema may be called
 * `execute` too, so it must be a function or stand beside a tool's other members.
 */
export function isHandler(node: ts.Node): node is ts.ObjectLiteralElementLike {
  if (!ts.isObjectLiteralElementLike(node) || !node.name || !isNamed(node.name, 'execute')) return false;
  if (!ts.isObjectLiteralExpression(node.parent)) return false;
  if (ts.isMethodDeclaration(node) || (ts.isPropertyAssignment(node) && isFunctionValue(node.initializer)))
    return true;
  return node.parent.properties.some(
    (sibling) => sibling.name !== undefined && isNamed(sibling.name, 'inputSchema'),
  );
}

function isNamed(name: ts.PropertyName, text: string): boolean {
  return (ts.isIdentifier(name) || ts.isStringLiteral(name)) && name.text === text;
}

function isFunctionValue(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return isFunctionValue(node.expression);
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}
