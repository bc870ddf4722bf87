import { ast, is } from '../../../source/types/typescript.ts';
import {
  type FunctionNode,
  isAccess,
  isClass,
  isFunctionNode,
  isStatic,
  keyOf,
  outermost,
  returnsOf,
  unwrap,
} from '../../../source/types/syntax.ts';
import { type Code, isPrimitive } from '../read/code.ts';
import { isFrom, isOfLibrary, symbolOf } from '../read/symbols.ts';
import type { Site } from './known-calls.ts';

type Node = ast.Node;

/** How far within a value an object is: the value itself, a member of it, or anywhere in it. */
export type Depth = 0 | 1 | 2;

/** Of a container, where its member is at a depth. */
export const deeper = (depth: Depth): Depth => (depth === 0 ? 1 : 2);
/** Of a member, where its container is at a depth. */
export const inside = (depth: Depth): Depth => (depth === 1 ? 0 : depth);

/** Methods and functions whose result is a new container. */
export const COPYING: RegExp =
  /(?:^|\.)(?:filter|map|flatMap|flat|slice|concat|to(?:Sorted|Reversed|Spliced)|with|entries|keys|values|from|of|fromEntries|split)$/;
/** Those that hold what a callback returns. */
export const MAPPING: RegExp = /\.(?:map|flatMap)$/;
/** Classes of the platform whose objects hold data alone. */
export const HOLDING: RegExp = /^(?:FileReader|FormData|Headers|URL|URLSearchParams)$/;
/** Types of the platform whose objects each call makes anew. */
export const REQUESTED: RegExp = /^IDB(?:OpenDB)?Request$|^IDBTransaction$/;
/** Functions whose result shares nothing with their arguments. */
export const CLONING: RegExp = /^(?:structuredClone|JSON\.parse)$|\.json$/;

/** Methods of containers that return an element. */
const TAKING = /^(?:at|find|findLast|get|pop|shift)$/;

/** Those, and functions, that return a container of elements of another one. */
const SELECTING = /^(?:all|concat|filter|from|reverse|slice|sort|toReversed|toSorted|toSpliced|values|with)$/;

/** How deep within a receiver or argument an object is that is at a depth in a call's result. */
export function depthWithin(callee: Node, depth: Depth): Depth {
  const name = keyOf(callee) ?? '';
  if (TAKING.test(name)) return deeper(depth);
  return SELECTING.test(name) ? depth : 2;
}

/** Expressions whose value may be anything. */
export const FOREIGN: ReadonlySet<ast.SyntaxKind> = new Set([
  ast.SyntaxKind.YieldExpression,
  ast.SyntaxKind.TaggedTemplateExpression,
  ast.SyntaxKind.MetaProperty,
]);

/** Whether a value is the key of a map: `index.set(key, value)`. */
export const isMapKey = (value: Node): boolean =>
  is.isCallExpression(value.parent) &&
  value.parent.arguments[0] === value &&
  keyOf(unwrap(value.parent.expression)) === 'set';

/** Whether the members of a value become those of a literal. */
export const isSpread = ({ parent }: Node): boolean =>
  is.isSpreadElement(parent) || is.isSpreadAssignment(parent);

/** What the code of `new Promise((resolve) => …)` resolves it to. */
export function resolvedBy(origin: Node): readonly Node[] {
  const isPromise = is.isNewExpression(origin) && origin.expression.getText() === 'Promise';
  const run = isPromise && origin.arguments?.[0] ? unwrap(origin.arguments[0]) : undefined;
  const name = run && isFunctionNode(run) ? run.parameters[0]?.name.getText() : undefined;
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (is.isCallExpression(node) && node.expression.getText() === name) found.push(...node.arguments);
    node.forEachChild(visit);
  };
  if (run && name !== undefined) visit(run);
  return found;
}

/** Whether a function is passed to the language or the platform, which calls it: `new Promise((resolve) => …)`. */
export function isPassedToLibrary(code: Code, fn: Node): boolean {
  const { parent } = outermost(fn);
  const isPassed = is.isCallExpression(parent) || is.isNewExpression(parent);
  return isPassed && isOfLibrary(symbolOf(code, unwrap(parent.expression)));
}

/** What a function that is passed on may be called with: the receiver and the other arguments of the call. */
export function inputsOf({ node }: Site): readonly Node[] {
  const value = outermost(node);
  const { parent: call } = value;
  if (!is.isCallExpression(call)) return [];
  const callee = unwrap(call.expression);
  return [
    ...(isAccess(callee) ? [callee.expression] : []),
    ...call.arguments.filter((each) => each !== value),
  ];
}

/** What `orders.reduce((groups, order) => …, {})` gives first: at the beginning what it is given, then what the function returned. */
export function accumulatedBy({ node, args }: Site, fn: FunctionNode): readonly Node[] {
  const { parent: call } = outermost(node);
  return !args && is.isCallExpression(call) && isReducing(call)
    ? [...call.arguments.slice(1), ...returnsOf(fn)]
    : [];
}

/** What a new container is given to: a variable, or what a callback of `list.reduce((all, each) => …, [])` adds to. */
export function holderOf(origin: Node): Node {
  const { parent } = outermost(origin);
  const run = is.isCallExpression(parent) && isReducing(parent) ? parent.arguments[0] : undefined;
  return (run && isFunctionNode(run) && run.parameters[0]) || parent;
}

/** Whether a call is `list.reduce(add, first)`, which gives the callback its own results first. */
export function isReducing({ expression, arguments: args }: ast.CallExpression): boolean {
  return args.length > 1 && /^reduce(?:Right)?$/.test(keyOf(unwrap(expression)) ?? '');
}

/** Whether what is spread or copied holds only primitive values, and shares nothing: `[...this.column(2)]` of numbers. */
export function givesPrimitives(code: Code, iterable: Node): boolean {
  const type = code.typeAt(iterable);
  const symbol = type?.getSymbol();
  const isList =
    isFrom(symbol, 'language') && /(?:Array|Set|Iterable|Iterator|Generator)$/.test(symbol?.name ?? '');
  const [element] = isList && type?.isTypeReference() ? code.checker.getTypeArguments(type) : [];
  return element !== undefined && isPrimitive(element);
}

/** The field of instances whose initializer a value is part of. */
export function fieldOf(value: Node): ast.PropertyDeclaration | undefined {
  for (let at = value; at && !is.isSourceFile(at) && !isFunctionNode(at); at = at.parent)
    if (is.isPropertyDeclaration(at) && isClass(at.parent)) return isStatic(at) ? undefined : at;
  return undefined;
}

/** What a method is called of; undefined if other code may call it, or by another `this`. */
export function receiversOf(sites: readonly Site[]): readonly Node[] | undefined {
  const found = sites.map(({ node, args, lane }) => {
    const { parent } = outermost(node);
    const isBorrowed = isAccess(parent) && parent.expression === node;
    return args && lane === 'call' && isAccess(node) && !isBorrowed ? node.expression : undefined;
  });
  return found.length > 0 && found.every((each) => each !== undefined) ? found : undefined;
}
