import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { FILLING, isAssignment, writtenValue } from './writes.ts';

/** What code gives to a property of a name, or to a part of the address that it holds. */
export interface FieldWrite {
  /** The name of the property. */
  readonly name: ts.MemberName | ts.StringLiteralLike;
  readonly value: ts.Node;
  /** Which part, where only that is written: `this.url.host = host`. */
  readonly part: string | undefined;
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
    else if (ts.isCallExpression(node)) readFilling(node, add);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return writes;
}

function readFieldWrite(node: ts.BinaryExpression, add: (write: FieldWrite) => void): void {
  const target = unwrap(node.left);
  const name = fieldName(target);
  if (!name) return;
  const value = writtenValue(node);
  add({ name, value, part: undefined });
  const holder = fieldName(unwrap((target as Access).expression)); // it has a name
  if (holder) add({ name: holder, value, part: name.text });
}

// `this.urls.push(url)`.
function readFilling(call: ts.CallExpression, add: (write: FieldWrite) => void): void {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !FILLING.has(callee.name.text)) return;
  const name = fieldName(unwrap(callee.expression));
  for (const value of name ? call.arguments : []) if (name) add({ name, value, part: undefined });
}

type Access = ts.PropertyAccessExpression | ts.ElementAccessExpression;

function fieldName(node: ts.Expression): FieldWrite['name'] | undefined {
  if (ts.isPropertyAccessExpression(node)) return node.name;
  return ts.isElementAccessExpression(node) && ts.isStringLiteralLike(node.argumentExpression)
    ? node.argumentExpression
    : undefined;
}
