import { ast, is } from '../../../source/types/typescript.ts';
import { type FunctionNode, isAccess, keyOf, unwrap } from '../read/syntax.ts';
import type { Site } from './call-sites.ts';

type Node = ast.Node;

/** Queries for the origins of values. */
export interface ValueFlow {
  of(node: Node): readonly Node[];
  ofAll(nodes: readonly Node[]): readonly Node[];
  ofCallback(callback: Node): readonly Node[];
  elementsOf(list: Node): readonly Node[];
  membersOf(receiver: Node, key: string | undefined): readonly Node[] | undefined;
  restOf(parameter: ast.ParameterDeclaration): readonly Node[];
  sitesOf(fn: FunctionNode): readonly Site[];
}

/** Methods that add their arguments to a container. */
export const FILLING: RegExp = /^(?:push|unshift|splice|fill|set|add)$/;
/** Methods whose result contains the callback's results. */
const MAPPING = /^(?:map|flatMap)$/;
/** Methods that return the container, or some of its elements. */
const SAME_LIST = /^(?:filter|slice|reverse|toReversed|sort|toSorted|flat)$/;
/** Functions of `Object`, `Array` and `Promise` that return the elements of their argument. */
const STATIC = /^(?:values|entries|from|all)$/;

/** The origins of an array's elements; undefined if unknown. */
export function elementsIn(flow: ValueFlow, origin: Node): readonly Node[] | undefined {
  if (is.isParameterDeclaration(origin) && origin.dotDotDotToken) return flow.restOf(origin);
  if (is.isArrayLiteralExpression(origin)) return flow.ofAll(origin.elements);
  if (isElementWrite(origin)) return flow.of(origin.right);
  if (is.isObjectLiteralExpression(origin)) return flow.membersOf(origin, undefined);
  // `new Map()`, to which elements are added later.
  if (is.isNewExpression(origin)) return origin.arguments?.length ? undefined : [];
  return is.isCallExpression(origin) ? elementsOfCall(flow, origin) : undefined;
}

function elementsOfCall(
  flow: ValueFlow,
  { expression, arguments: args }: ast.CallExpression,
): readonly Node[] | undefined {
  const callee = unwrap(expression);
  if (!isAccess(callee)) return undefined;
  const name = keyOf(callee) ?? '';
  const [first] = args;
  if (first && MAPPING.test(name)) return flow.ofCallback(first);
  if (FILLING.test(name)) return flow.ofAll(args.slice(name === 'set' ? 1 : 0));
  if (SAME_LIST.test(name)) return known(flow.elementsOf(callee.expression));
  return STATIC.test(name) ? known(flow.elementsOf(first ?? callee.expression)) : undefined;
}

function known(elements: readonly Node[]): readonly Node[] | undefined {
  return elements.length > 0 ? elements : undefined;
}

/** The origins of a name in `[first, second]`; undefined if unknown. */
export function ofElementBinding(
  flow: ValueFlow,
  element: Node,
  pattern: ast.ArrayBindingPattern,
): readonly Node[] | undefined {
  const holder = pattern.parent;
  const index = pattern.elements.findIndex((each) => each === element);
  const objects = entriesOf(flow, holder);
  // A property name counts as originating from its object.
  if (objects)
    return objects.flatMap((each) =>
      index === 0 ? flow.of(each) : (flow.membersOf(each, undefined) ?? [element]),
    );
  const found: Node[] = [];
  for (const each of flow.of(holder)) {
    if (!is.isArrayLiteralExpression(each)) return undefined;
    const given = each.elements[index];
    if (given) found.push(...flow.of(given));
  }
  return found;
}

// `for (const [key, value] of Object.entries(props))`, or a callback for each of them.
function entriesOf(flow: ValueFlow, holder: Node): readonly Node[] | undefined {
  const loop = is.isVariableDeclaration(holder) ? holder.parent.parent : undefined;
  const lists =
    loop && is.isForOfStatement(loop)
      ? [loop.expression]
      : is.isParameterDeclaration(holder)
        ? flow
            .sitesOf(holder.parent as FunctionNode) // types have no code

            .flatMap((site) => ('inputs' in site ? (site.inputs[0] ?? []) : []))
        : [];
  const calls = lists.flatMap((list) => flow.of(list)).filter(is.isCallExpression);
  const objects = calls
    .filter(({ expression }) => expression.getText() === 'Object.entries')
    .flatMap((call) => call.arguments[0] ?? []);
  return objects.length > 0 && objects.length === lists.length ? objects : undefined;
}

/** Whether a node assigns an element: `table[key] = value`. */
export function isElementWrite(node: Node): node is ast.BinaryExpression {
  return (
    is.isBinaryExpression(node) &&
    isAccess(node.left) &&
    node.operatorToken.kind === ast.SyntaxKind.EqualsToken
  );
}
