import { ast, is } from '../../source/types/typescript.ts';

export {
  type FunctionNode,
  hasModifier,
  isFunctionNode as isFunctionLike,
  isText,
  nameText,
  unwrapTyped as unwrap,
} from '../../source/types/syntax.ts';

/** The name of a property; undefined for a spread. */
export function nameOfProperty(property: ast.ObjectLiteralElementLike): ast.PropertyName | undefined {
  return is.isSpreadAssignment(property) ? undefined : property.name;
}

/** Whether a type node is the `const` of `as const`. */
export function isConstType(node: ast.TypeNode): boolean {
  return is.isTypeReferenceNode(node) && node.getText() === 'const';
}

/** Whether a variable is declared with `const`. */
export function isConst({ parent }: ast.VariableDeclaration): boolean {
  return (parent.flags & ast.NodeFlags.Const) !== 0;
}

/** Whether a node is a loop. */
export function isIteration(node: ast.Node): boolean {
  return (
    is.isForStatement(node) ||
    is.isForInStatement(node) ||
    is.isForOfStatement(node) ||
    is.isWhileStatement(node) ||
    is.isDoStatement(node)
  );
}
