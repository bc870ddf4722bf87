import { ts } from '../../source/ts.ts';

/**
 * Whether a module is loaded for an import of it: TypeScript leaves out an import of names that are only types, or that
 * nothing mentions.
 */
export function isReallyLoaded(file: ts.SourceFile, specifier: string, options: ts.CompilerOptions): boolean {
  if (options.verbatimModuleSyntax) return true;
  return file.statements.some((node) => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return false;
    if (!node.moduleSpecifier || textOf(node.moduleSpecifier) !== specifier) return false;
    if (ts.isExportDeclaration(node)) return !node.isTypeOnly;
    if (!node.importClause) return true;
    if (node.importClause.isTypeOnly) return false;
    const names = new Set(namesOf(node.importClause));
    return file.statements.some((other) => !ts.isImportDeclaration(other) && mentions(other, names));
  });
}

const textOf = (node: ts.Expression): string => (ts.isStringLiteral(node) ? node.text : '');

function namesOf({ name, namedBindings }: ts.ImportClause): readonly string[] {
  const names = name ? [name.text] : [];
  if (!namedBindings) return names;
  if (ts.isNamespaceImport(namedBindings)) return [...names, namedBindings.name.text];
  return [
    ...names,
    ...namedBindings.elements.filter(({ isTypeOnly }) => !isTypeOnly).map((each) => each.name.text),
  ];
}

function mentions(root: ts.Node, names: ReadonlySet<string>): boolean {
  const visit = (node: ts.Node): boolean => {
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return false;
    if (ts.isIdentifier(node)) return names.has(node.text);
    return ts.forEachChild(node, visit) ?? false;
  };
  return visit(root);
}
