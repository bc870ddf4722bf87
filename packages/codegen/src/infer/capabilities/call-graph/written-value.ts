import { is, type ast } from '../../../source/types/typescript.ts';
import { isAccess, isAssignment, keyOf, unwrap } from '../read/syntax.ts';

type Node = ast.Node;

/** `byState.get(state)` and `(lists[key] ??= [])`: the names and members that lead to what is changed. */
export function chainOf(changed: Node): readonly Node[] {
  const chain: Node[] = [];
  for (let at = unwrap(changed); ;) {
    if (is.isBinaryExpression(at)) at = unwrap(at.left);
    else if (is.isCallExpression(at)) at = unwrap(at.expression);
    else {
      chain.push(at);
      if (!isAccess(at)) return chain;
      at = unwrap(at.expression);
    }
  }
}

/** `orders.reduce((all, order) => …, new Map())`. */
export function initialOf({ parent: call }: Node): Node | undefined {
  const isReduce = is.isCallExpression(call) && /^reduce(?:Right)?$/.test(keyOf(call.expression) ?? '');
  return isReduce ? call.arguments[1] : undefined;
}

/** `({ first: order } = found)`: what a name in a pattern is taken out of. */
export function sourceOf(value: Node): Node {
  if (!is.isPropertyAssignment(value) && !is.isShorthandPropertyAssignment(value)) return value;
  let at: Node = value;
  while (!isAssignment(at) && !is.isForOfStatement(at)) at = at.parent;
  return isAssignment(at) ? at.right : at.expression;
}
