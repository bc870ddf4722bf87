import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { findMember } from './find-member.ts';
import { isLocation, textOfLocation } from './location-text.ts';
import type { Mode, Reader } from './step.ts';
import { resolveAlias } from './symbol-steps.ts';

export function readBinary(reader: Reader, node: ts.BinaryExpression): void {
  const { left, right, operatorToken } = node;
  switch (operatorToken.kind) {
    case ts.SyntaxKind.EqualsToken:
      if (isBoundToItself(node)) return;
      readTarget(reader, left, 'write', right);
      return reader.visit(right);
    case ts.SyntaxKind.InstanceOfKeyword:
      reader.visit(left);
      askClass(reader, right);
      return ts.isIdentifier(right) ? undefined : reader.visit(right);
    case ts.SyntaxKind.InKeyword:
      reader.visit(left);
      return enumerateIfStorage(reader, right);
    case ts.SyntaxKind.AmpersandAmpersandToken:
      reader.visit(left, 'test');
      return reader.visit(right);
    case ts.SyntaxKind.PlusToken:
      coerce(reader, left);
      coerce(reader, right);
      break;
    default:
  }
  const isAssignment =
    operatorToken.kind >= ts.SyntaxKind.FirstAssignment && operatorToken.kind <= ts.SyntaxKind.LastAssignment;
  if (isAssignment) readTarget(reader, left, 'both', right);
  else reader.visit(left);
  reader.visit(right);
}

// `this.onClick = this.onClick.bind(this)` runs nothing, and leaves the method what it is.
function isBoundToItself({ left, right }: ts.BinaryExpression): boolean {
  const callee = ts.isCallExpression(right) && unwrap(right.expression);
  return (
    callee &&
    ts.isPropertyAccessExpression(left) &&
    left.expression.kind === ts.SyntaxKind.ThisKeyword &&
    ts.isPropertyAccessExpression(callee) &&
    callee.name.text === 'bind' &&
    ts.isPropertyAccessExpression(callee.expression) &&
    callee.expression.expression.kind === ts.SyntaxKind.ThisKeyword &&
    callee.expression.name.text === left.name.text
  );
}

// A class may say by itself what its instances are.
function askClass(reader: Reader, expression: ts.Expression): void {
  const symbol = ts.isIdentifier(expression) ? reader.checker.getSymbolAtLocation(expression) : undefined;
  const known = symbol && resolveAlias(reader.checker, symbol)?.valueDeclaration;
  if (!known || !ts.isClassLike(known)) return;
  for (const unit of findMember(reader.checker, known, 'Symbol.hasInstance', true))
    reader.push({ kind: 'enter', unit, reference: { node: expression, mode: 'read' } });
}

// `'x' in navigator` only asks; of a storage, the answer is data.
function enumerateIfStorage(reader: Reader, expression: ts.Expression): void {
  reader.visit(expression);
  if (isStorageType(reader.checker.getTypeAtLocation(expression)))
    reader.push({ kind: 'enumerate', value: expression });
}

export function readTarget(reader: Reader, target: ts.Node, mode: Mode, value: ts.Node | undefined): void {
  if (ts.isObjectLiteralExpression(target)) {
    for (const property of target.properties) {
      if (ts.isPropertyAssignment(property)) readTarget(reader, property.initializer, mode, undefined);
      else if (ts.isShorthandPropertyAssignment(property)) reader.visit(property.name, mode);
      else if (ts.isSpreadAssignment(property)) readTarget(reader, property.expression, mode, undefined);
    }
    if (value) readTaken(reader, target, value);
  } else if (ts.isArrayLiteralExpression(target)) {
    for (const element of target.elements)
      readTarget(reader, ts.isSpreadElement(element) ? element.expression : element, mode, undefined);
  } else if (ts.isBinaryExpression(target) && target.operatorToken.kind === ts.SyntaxKind.EqualsToken) {
    readTarget(reader, target.left, mode, target.right);
    reader.visit(target.right);
  } else reader.visit(target, mode, undefined, value);
}

// `({ title } = document)` reads the right side's members.
function readTaken(reader: Reader, target: ts.ObjectLiteralExpression, receiver: ts.Node): void {
  for (const property of target.properties) {
    if (!property.name || ts.isComputedPropertyName(property.name)) continue;
    reader.readMember(property, receiver, { node: property.name, mode: 'read', receiver });
  }
}

// The text of a location is its address.
export function coerce(reader: Reader, expression: ts.Expression): void {
  if (!isLocation(reader.checker.getTypeAtLocation(expression))) return;
  for (const step of textOfLocation(expression)) reader.push(step);
}

/** Whether a type is that of the page's storages. */
export function isStorageType(type: ts.Type): boolean {
  return type.getSymbol()?.name === 'Storage';
}
