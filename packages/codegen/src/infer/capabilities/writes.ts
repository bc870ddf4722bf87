import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';

/** A value that code gives to a variable, to a property of it, or to a container that it holds. */
export interface Write {
  readonly target: ts.Identifier;
  readonly value: ts.Node;
  /** The property; undefined for the variable itself and for elements of a container. */
  readonly key: string | undefined;
  /** Whether the value is put into what the variable holds. */
  readonly isInside: boolean;
}

/** What code gives to a property of a name, or to a part of the address that it holds. */
export interface FieldWrite {
  /** The name of the property. */
  readonly name: ts.MemberName;
  readonly value: ts.Node;
  /** Which part, where only that is written: `this.url.host = host`. */
  readonly part: string | undefined;
}

const FILLING = new Set(['push', 'unshift', 'add', 'set', 'append', 'splice', 'fill']);
const writesOfFiles = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly Write[]>>();

/** What a file writes to variables of a name; whether it is the same variable is for the types to say. */
export function writesTo(file: ts.SourceFile, name: string): readonly Write[] {
  let writes = writesOfFiles.get(file);
  if (!writes) writesOfFiles.set(file, (writes = collect(file)));
  return writes.get(name) ?? [];
}

const fieldsOfFiles = new WeakMap<ts.SourceFile, ReadonlyMap<string, readonly FieldWrite[]>>();

/** What a file writes to properties of a name; whether it is the same property is for the types to say. */
export function fieldWritesTo(file: ts.SourceFile, name: string): readonly FieldWrite[] {
  let writes = fieldsOfFiles.get(file);
  if (!writes) fieldsOfFiles.set(file, (writes = collectFields(file)));
  return writes.get(name) ?? [];
}

function collectFields(file: ts.SourceFile): ReadonlyMap<string, readonly FieldWrite[]> {
  const writes = new Map<string, FieldWrite[]>();
  const add = (write: FieldWrite): void => {
    const list = writes.get(write.name.text);
    if (list) list.push(write);
    else writes.set(write.name.text, [write]);
  };
  const visit = (node: ts.Node): void => {
    if (ts.isBinaryExpression(node) && isAssignment(node)) readFieldWrite(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return writes;
}

function readFieldWrite(node: ts.BinaryExpression, add: (write: FieldWrite) => void): void {
  const target = unwrap(node.left);
  if (!ts.isPropertyAccessExpression(target)) return;
  const value = writtenValue(node);
  add({ name: target.name, value, part: undefined });
  const holder = unwrap(target.expression);
  if (ts.isPropertyAccessExpression(holder)) add({ name: holder.name, value, part: target.name.text });
}

// `url += path` gives a text that is not the right side.
function writtenValue({ right, operatorToken }: ts.BinaryExpression): ts.Node {
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
    else if (ts.isCallExpression(node)) readFilling(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return writes;
}

function isAssignment({ operatorToken: { kind } }: ts.BinaryExpression): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function readAssignment(node: ts.BinaryExpression, add: (write: Write) => void): void {
  const target = unwrap(node.left);
  const value = writtenValue(node);
  if (ts.isIdentifier(target)) return add({ target, value, key: undefined, isInside: false });
  if (!ts.isPropertyAccessExpression(target) && !ts.isElementAccessExpression(target)) return;
  const object = unwrap(target.expression);
  if (!ts.isIdentifier(object)) return;
  const key = ts.isPropertyAccessExpression(target)
    ? target.name.text
    : ts.isStringLiteralLike(target.argumentExpression)
      ? target.argumentExpression.text
      : undefined;
  add({ target: object, value, key, isInside: true });
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
