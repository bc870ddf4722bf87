import { localDeclaration } from '../source/bindings.ts';
import { outerParent } from '../source/nodes.ts';
import type { SourceProject } from '../source/source-project.ts';
import { ts } from '../source/ts.ts';
import type { DefineToolNames } from './define-tool-names.ts';

/** Finds references to `defineTool` of @btcp/core that discovery does not follow: all but calls, constants and exports. */
export function findLooseReferences(
  project: SourceProject,
  file: ts.SourceFile,
  names: DefineToolNames,
): readonly ts.Node[] {
  const known = namesIn(project, file, names);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'defineTool') {
      if (names.isDefineTool(node) ? !isFollowed(node) : mayBeCore(project, node.expression))
        found.push(node);
    } else if (ts.isQualifiedName(node) && node.right.text === 'defineTool') found.push(node);
    else if (ts.isIdentifier(node) && known.has(node.text) && isValue(node) && !localDeclaration(node)) {
      if (!isFollowed(node)) found.push(node);
    } else ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The top-level names of a file that refer to `defineTool`. */
function namesIn(
  project: SourceProject,
  { fileName }: ts.SourceFile,
  names: DefineToolNames,
): ReadonlySet<string> {
  const { imports, statements = [] } = project.outlineOf(fileName) ?? {};
  const declared = statements.flatMap(({ node, declares }) => (ts.isVariableStatement(node) ? declares : []));
  return new Set(
    [...(imports?.keys() ?? []), ...declared].filter((name) => names.isNameOfIt(fileName, name)),
  );
}

// Not a namespace of the project's own, which exports something else of that name.
const mayBeCore = (project: SourceProject, namespace: ts.Expression): boolean =>
  project.bindings.ofReference(namespace)?.kind !== 'namespace';

// Not the name of a declaration, of a member, or of a type.
function isValue(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return parent.name !== node && parent.propertyName !== node && !ts.isQualifiedName(parent);
}

/** Whether discovery follows a reference: as the callee of a call, a default export, or a constant of the module. */
function isFollowed(reference: ts.Node): boolean {
  const parent = outerParent(reference);
  if (ts.isExportAssignment(parent)) return true;
  if (ts.isCallExpression(parent)) return !parent.arguments.some((item) => item === reference);
  if (!ts.isVariableDeclaration(parent) || !ts.isIdentifier(parent.name)) return false;
  const { flags, parent: statement } = parent.parent;
  return (
    (flags & ts.NodeFlags.Const) !== 0 &&
    ts.isVariableStatement(statement) &&
    ts.isSourceFile(statement.parent)
  );
}
