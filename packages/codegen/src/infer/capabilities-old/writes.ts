import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { keyOf } from './member-symbols.ts';

/** A value that code gives to a variable, to a property of it, or to a container that it holds. */
export interface Write {
  readonly target: ts.Identifier;
  readonly value: ts.Node;
  /** The property; undefined for the variable itself and for elements of a container. */
  readonly key: string | undefined;
  /** Whether the value is put into what the variable holds. */
  readonly isInside: boolean;
}

/** Methods that put their arguments into a container. */
export const FILLING: ReadonlySet<string> = new Set([
  'push',
  'unshift',
  'add',
  'set',
  'append',
  'splice',
  'fill',
]);
const writesOfFiles = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Write[]>>();

/** What a file writes to variables of a name; whether it is the same variable is for the types to say. */
export function writesTo(file: ts.SourceFile, name: string): readonly Write[] {
  let writes = writesOfFiles.get(file);
  if (!writes) writesOfFiles.set(file, (writes = collect(file)));
  return writes.get(name) ?? [];
}

// `url += path` gives a text that is not the right side.
export function writtenValue({ right, operatorToken }: ts.BinaryExpression): ts.Node {
  return operatorToken.kind === ts.SyntaxKind.PlusEqualsToken ? operatorToken : right;
}

function collect(file: ts.SourceFile): ReadonlyMap<string, readonly Write[]> {
  const writes = new Map<string, Write[]>();
  const add = (write: Write): void => {
    const list = writes.get(write.target.text);
    if (list) list.push(write);
    else writes.set(write.target.text, [write]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node)) readAssignment(node, add);
    else if (ts.isCallExpression(node)) {
      readFilling(node, add);
      readAssign(node, add);
    } else if (ts.isForOfStatement(node) && ts.isExpression(node.initializer))
      readTarget(unwrap(node.initializer), node.expression, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return writes;
}

/** Whether an operator assigns. */
export function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function readAssignment(node: ts.BinaryExpression, add: (write: Write) => void): void {
  readTarget(unwrap(node.left), writtenValue(node), add);
}

function readTarget(target: ts.Expression, value: ts.Node, add: (write: Write) => void): void {
  if (ts.isIdentifier(target)) return add({ target, value, key: undefined, isInside: false });
  if (ts.isArrayLiteralExpression(target)) return readElements(target, value, add);
  if (ts.isObjectLiteralExpression(target)) return readProperties(target, add);
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return;
  const object = unwrap(target.expression);
  if (ts.isIdentifier(object)) add({ target: object, value, key: keyOf(target), isInside: true });
}

function readElements(
  { elements }: ts.ArrayLiteralExpression,
  value: ts.Node,
  add: (write: Write) => void,
): void {
  for (const [index, element] of elements.entries()) {
    const given = ts.isArrayLiteralExpression(value) ? value.elements[index] : value;
    if (given) readTarget(unwrap(element), given, add);
  }
}

// What a property holds that is taken out of an object, only its type tells.
function readProperties({ properties }: ts.ObjectLiteralExpression, add: (write: Write) => void): void {
  for (const property of properties) {
    if (ts.isPropertyAssignment(property)) readTarget(unwrap(property.initializer), property, add);
    else if (ts.isShorthandPropertyAssignment(property)) readTarget(property.name, property, add);
  }
}

// `Object.assign(url, { host })`.
function readAssign(call: ts.CallExpression, add: (write: Write) => void): void {
  const callee = call.expression;
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'assign') return;
  const [target, ...sources] = call.arguments;
  if (!target || !ts.isIdentifier(target)) return;
  for (const source of sources.filter(ts.isObjectLiteralExpression))
    for (const property of source.properties) {
      const value = ts.isPropertyAssignment(property) ? property.initializer : property.name;
      const key = keyOf(property);
      if (value && key !== undefined) add({ target, value, key, isInside: true });
    }
}

function readFilling(call: ts.CallExpression, add: (write: Write) => void): void {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !FILLING.has(callee.name.text)) return;
  const object = unwrap(callee.expression);
  if (!ts.isIdentifier(object)) return;
  for (const value of call.arguments) add({ target: object, value, key: undefined, isInside: true });
}

const returnsOfFunctions = new WeakMap<ts.Node, readonly ts.Expression[]>();

/** What a function returns or yields, not counting functions inside of it. */
export function returnsOf(fn: ts.Node): readonly ts.Expression[] {
  const known = returnsOfFunctions.get(fn);
  if (known) return known;
  const found: ts.Expression[] = [];
  const search = (node: ts.Node): void => {
    if ((ts.isReturnStatement(node) || ts.isYieldExpression(node)) && node.expression)
      found.push(node.expression);
    if (!ts.isFunctionLike(node) && !ts.isClassLike(node)) ts.forEachChild(node, search);
  };
  const body = 'body' in fn ? (fn.body as ts.Node | undefined) : undefined; // of a function-like node
  if (body && ts.isBlock(body)) search(body);
  else if (body && ts.isExpression(body)) found.push(body);
  returnsOfFunctions.set(fn, found);
  return found;
}

const throwsOfFiles = new WeakMap<ts.SourceFile, readonly ts.Expression[]>();

/** What a file throws. */
export function throwsOf(file: ts.SourceFile): readonly ts.Expression[] {
  const known = throwsOfFiles.get(file);
  if (known) return known;
  const found: ts.Expression[] = [];
  const search = (node: ts.Node): void => {
    if (ts.isThrowStatement(node)) found.push(node.expression);
    ts.forEachChild(node, search);
  };
  search(file);
  throwsOfFiles.set(file, found);
  return found;
}
