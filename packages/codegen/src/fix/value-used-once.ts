import { ts } from '../source/ts.ts';

/**
 * Finds the initializer of an unexported module-level constant with a single use, the only one that an edit affects.
 *
 * @param name - A use or the declaration of the constant.
 */
export function valueUsedOnce(name: ts.Identifier): ts.Expression | undefined {
  const named = valuesNamed(name);
  const declaration = named.find(isNameOfVariable)?.parent;
  if (named.length !== 2 || !declaration) return undefined;
  const list = declaration.parent;
  const statement = list.parent;
  const isConstant = (list.flags & ts.NodeFlags.Const) !== 0;
  const isOwn = ts.isVariableStatement(statement) && !statement.modifiers?.length;
  return isConstant && isOwn && ts.isSourceFile(statement.parent) ? declaration.initializer : undefined;
}

/** Whether an identifier declares a variable. */
export function isNameOfVariable(
  node: ts.Node,
): node is ts.Identifier & { readonly parent: ts.VariableDeclaration } {
  return ts.isIdentifier(node) && ts.isVariableDeclaration(node.parent) && node.parent.name === node;
}

/** Finds every identifier of that name that declares or uses a value, in any scope, import or export. */
function valuesNamed(name: ts.Identifier): readonly ts.Identifier[] {
  const found: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && node.text === name.text && !isOfTypeOrMember(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(name.getSourceFile());
  return found;
}

function isOfTypeOrMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isTypeQueryNode(parent) || ts.isTypeReferenceNode(parent) || ts.isTypeAliasDeclaration(parent))
    return true;
  if (ts.isPropertyAccessExpression(parent) || ts.isPropertyAssignment(parent)) return parent.name === node;
  return ts.isPropertySignature(parent) && parent.name === node;
}
