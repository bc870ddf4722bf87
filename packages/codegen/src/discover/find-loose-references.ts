import { ts } from '../source/ts.ts';
import { localDeclaration } from '../source/bindings.ts';
import { outerParent, unwrap } from '../source/nodes.ts';
import type { DefineToolNames } from './define-tool-names.ts';

/**
 * Finds references to `defineTool` of @btcp/core other than calls, constants and exports, which discovery cannot
 * follow.
 *
 * @param callees - The callees of recognised calls.
 */
export function findLooseReferences(
  file: ts.SourceFile,
  names: DefineToolNames,
  callees: readonly ts.Node[],
): readonly ts.Node[] {
  if (isOnlyCalled(file, names.importedIn(file), callees)) return [];
  const known = names.namesIn(file);
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (isReference(node, known, names)) {
      if (!isFollowed(node, names)) found.push(node);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

// Skips the search in most files, which only import and call it.
function isOnlyCalled(
  file: ts.SourceFile,
  imported: readonly string[],
  callees: readonly ts.Node[],
): boolean {
  const mentions = new RegExp(
    `\\b(?:${[...imported, 'defineTool'].join('|').replaceAll('$', '\\$&')})\\b`,
    'g',
  );
  const count = (node: ts.Node): number => [...node.getText(file).matchAll(mentions)].length;
  const expected = [...file.statements.filter(ts.isImportDeclaration), ...callees];
  return count(file) === expected.reduce((sum, node) => sum + count(node), 0);
}

function isReference(node: ts.Node, known: ReadonlySet<string>, names: DefineToolNames): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === 'defineTool' && names.mayBeCore(node.expression);
  if (ts.isQualifiedName(node))
    return node.right.text === 'defineTool' && ts.isImportEqualsDeclaration(node.parent);
  return ts.isIdentifier(node) && known.has(node.text) && isValue(node) && !localDeclaration(node);
}

// Not the name of a declaration, of a member, or of a type.
function isValue(node: ts.Identifier): boolean {
  const parent = node.parent as ts.Node & { readonly name?: ts.Node; readonly propertyName?: ts.Node };
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return parent.name !== node && parent.propertyName !== node && !ts.isQualifiedName(parent);
}

/** Whether discovery follows a reference, or has already reported it. */
function isFollowed(reference: ts.Node, names: DefineToolNames): boolean {
  let node = reference;
  for (;;) {
    const { parent } = node;
    if (ts.isCallExpression(parent)) return isReported(parent, names);
    if (ts.isExportAssignment(parent)) return true;
    if (ts.isVariableDeclaration(parent)) return isFollowedConstant(parent);
    const isPassedOn =
      ts.isPropertyAccessExpression(parent) ||
      ts.isShorthandPropertyAssignment(parent) ||
      ts.isPropertyAssignment(parent) ||
      ts.isObjectLiteralExpression(parent) ||
      (ts.isExpression(parent) && unwrap(parent) === unwrap(node as ts.Expression));
    if (!isPassedOn) return false;
    node = parent;
  }
}

// `defineTool(…)`, `defineTool.call(…)`, `identity(defineTool)(…)`
function isReported(call: ts.CallExpression, names: DefineToolNames): boolean {
  if (names.meaningOfCall(call)) return true;
  const outer = outerParent(call);
  return ts.isCallExpression(outer) && unwrap(outer.expression) === call && isReported(outer, names);
}

// `const tool = defineTool`, `const kit = { tool: defineTool }`
function isFollowedConstant({ name, parent }: ts.VariableDeclaration): boolean {
  const isTopLevel = ts.isVariableStatement(parent.parent) && ts.isSourceFile(parent.parent.parent);
  return isTopLevel && ts.isIdentifier(name) && (parent.flags & ts.NodeFlags.Const) !== 0;
}
