import { ts } from './ts.ts';

export interface ImportedBinding {
  readonly specifier: string;
  /** The exported name; `*` for the whole module. */
  readonly name: string;
}

export interface StatementOutline {
  readonly node: ts.Statement;
  /** Top-level names it declares. */
  readonly declares: readonly string[];
}

export interface ModuleOutline {
  readonly file: ts.SourceFile;
  readonly statements: readonly StatementOutline[];
  readonly imports: ReadonlyMap<string, ImportedBinding>;
  /** Exported name → local name. */
  readonly exports: ReadonlyMap<string, string>;
  /** Of these, what `export { … }` lists. */
  readonly listedExports: ReadonlyMap<string, string>;
  /** Exported name → where it is re-exported from. */
  readonly reExports: ReadonlyMap<string, ImportedBinding>;
  readonly starExports: readonly string[];
  /** Specifiers of what is loaded with it, in order. */
  readonly loads: ReadonlySet<string>;
}

/** Outlines a module from its syntax alone. */
export function outlineModule(file: ts.SourceFile): ModuleOutline {
  const imports = new Map<string, ImportedBinding>();
  const exports = new Map<string, string>();
  const listedExports = new Map<string, string>();
  const reExports = new Map<string, ImportedBinding>();
  const starExports: string[] = [];
  const loads = new Set<string>();
  const statements: StatementOutline[] = [];
  for (const node of file.statements) {
    if (ts.isImportDeclaration(node)) readImport(node, imports, loads);
    else if (ts.isExportDeclaration(node)) readExport(node, listedExports, reExports, starExports, loads);
    else statements.push(outlineStatement(node, exports));
  }
  for (const [exported, local] of listedExports) exports.set(exported, local);
  return { file, statements, imports, exports, listedExports, reExports, starExports, loads };
}

function readImport(
  node: ts.ImportDeclaration,
  imports: Map<string, ImportedBinding>,
  loads: Set<string>,
): void {
  const clause = node.importClause;
  if (!ts.isStringLiteral(node.moduleSpecifier)) return;
  const specifier = node.moduleSpecifier.text;
  if (clause?.isTypeOnly) return;
  const bindings = clause?.namedBindings;
  const areTypes =
    bindings && ts.isNamedImports(bindings) && bindings.elements.every((each) => each.isTypeOnly);
  if (!areTypes || clause?.name) loads.add(specifier);
  if (!clause) return;
  if (clause.name) imports.set(clause.name.text, { specifier, name: 'default' });
  if (!bindings) return;
  if (ts.isNamespaceImport(bindings)) return void imports.set(bindings.name.text, { specifier, name: '*' });
  for (const element of bindings.elements) {
    if (!element.isTypeOnly)
      imports.set(element.name.text, { specifier, name: (element.propertyName ?? element.name).text });
  }
}

function readExport(
  node: ts.ExportDeclaration,
  exports: Map<string, string>,
  reExports: Map<string, ImportedBinding>,
  starExports: string[],
  loads: Set<string>,
): void {
  if (node.isTypeOnly) return;
  const specifier =
    node.moduleSpecifier && ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : undefined;
  if (specifier !== undefined) loads.add(specifier);
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

/** The local name for the value of `export default …`. */
const DEFAULT_EXPORT = '*default*';

function outlineStatement(node: ts.Statement, exports: Map<string, string>): StatementOutline {
  const declares = declaredNames(node);
  if (hasModifier(node, ts.SyntaxKind.ExportKeyword)) {
    const isDefault = hasModifier(node, ts.SyntaxKind.DefaultKeyword);
    for (const name of declares) exports.set(isDefault ? 'default' : name, name);
  }
  if (ts.isExportAssignment(node)) exports.set('default', DEFAULT_EXPORT);
  return { node, declares };
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
  return BLOCKS.has(node.kind) ? hoistedNames(node) : [];
}

const BLOCKS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.Block,
  ts.SyntaxKind.IfStatement,
  ts.SyntaxKind.ForStatement,
  ts.SyntaxKind.ForInStatement,
  ts.SyntaxKind.ForOfStatement,
  ts.SyntaxKind.WhileStatement,
  ts.SyntaxKind.DoStatement,
  ts.SyntaxKind.TryStatement,
  ts.SyntaxKind.SwitchStatement,
  ts.SyntaxKind.LabeledStatement,
]);

// `var` in a block has module scope.
function hoistedNames(root: ts.Node): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassLike(node)) return;
    if (ts.isVariableDeclarationList(node) && (node.flags & ts.NodeFlags.BlockScoped) === 0)
      found.push(...node.declarations.flatMap((item) => boundNames(item.name)));
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}

/** The names that a variable or parameter declares. */
export function boundNames(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) =>
    ts.isOmittedExpression(element) ? [] : boundNames(element.name),
  );
}
