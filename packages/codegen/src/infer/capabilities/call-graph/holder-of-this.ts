import { type ast, is } from '../../../source/types/typescript.ts';
import { isClass, isFunctionNode } from '../read/syntax.ts';

type Node = ast.Node;

/** The class or object literal that `this` is of, and whether it is named in a function that runs later. */
export function holderOfThis(node: Node): {
  readonly holder?: ast.ClassLikeDeclaration | ast.ObjectLiteralExpression;
  readonly member?: Node;
  readonly isLater?: boolean;
} {
  let isLater = false;
  for (let at = node.parent; at && !is.isSourceFile(at); at = at.parent) {
    const isHeld = is.isPropertyAssignment(at.parent) || is.isPropertyDeclaration(at.parent);
    const member = is.isFunctionExpression(at) && isHeld ? at.parent : at;
    const holder = member.parent;
    if (isClass(holder) && holder.members.some((each) => each === member))
      return { holder, member, isLater: isLater || member !== at };
    if (isFunctionNode(at) && !is.isArrowFunction(at))
      return is.isObjectLiteralExpression(holder) ? { holder, member } : {};
    isLater ||= is.isArrowFunction(at);
  }
  return {};
}
