import { ast, is, type Symbol } from '../../../source/types/typescript.ts';
import { isAccess, keyOf, unwrap } from '../../../source/types/syntax.ts';
import { isFrom, symbolOf } from '../read/symbol-of.ts';
import { IMPLICIT } from './members-by-name.ts';
import { type Mode, type Reader, unverifiable } from './step.ts';

type Node = ast.Node;

/** Reads assignments, including compound ones. */
export function readAssignment(reader: Reader, node: ast.BinaryExpression): void {
  const { left, right, operatorToken } = node;
  const isPlain = operatorToken.kind === ast.SyntaxKind.EqualsToken;
  if (isPlain && isBoundToItself(node)) return;
  // The value of `url += path` is not its right side, unlike that of `??=`.
  const isConditional = /^(?:\?\?|\|\||&&)=$/.test(operatorToken.getText());
  readTarget(reader, left, isPlain ? 'write' : 'both', isPlain || isConditional ? right : node);
  reader.visit(right);
}

// `this.onClick = this.onClick.bind(this)` runs nothing, and keeps the method.
function isBoundToItself({ left, right }: ast.BinaryExpression): boolean {
  const callee = is.isCallExpression(right) ? unwrap(right.expression) : undefined;
  return (
    callee !== undefined &&
    is.isPropertyAccessExpression(callee) &&
    callee.name.text === 'bind' &&
    callee.expression.getText() === left.getText()
  );
}

/** Reads the target of an assignment, `delete`, `++` or `--`. */
export function readTarget(reader: Reader, node: Node, mode: Mode, value: Node | undefined): void {
  const target = unwrap(node);
  // The values of `({ title } = document)` and `[title = ''] = list` are not tracked.
  if (is.isObjectLiteralExpression(target) || is.isBinaryExpression(target))
    return reader.push(unverifiable(target));
  if (is.isArrayLiteralExpression(target)) return readElements(reader, target, mode, value);
  reader.visit(target, { mode, value });
  // What the types do not declare may be a property of any object.
  if (isAccess(target) && value && !isObject(value) && reader.code.declaredAt(target).length === 0)
    reader.push({ kind: 'write', declared: target, value });
  if (isAccess(target) && keyOf(target) === 'prepareStackTrace') reader.push(unverifiable(target));
  if (isAccess(target) && value) readHeld(reader, symbolOf(reader.code, target), keyOf(target), value);
  if (isAccess(target)) reader.push({ kind: 'change', changed: target.expression, node: target });
  else if (is.isIdentifier(target)) reader.push({ kind: 'change', changed: target, node: target });
}

/** Reads a value that a member holds from now on: the platform calls `request.onload`, the language `steps.next`. */
export function readHeld(
  reader: Reader,
  symbol: Symbol | undefined,
  key: string | undefined,
  value: Node,
): void {
  const isOfPlatform = isFrom(symbol, 'platform');
  if (!isOfPlatform && !IMPLICIT.test(key ?? '')) return;
  reader.push({ kind: 'call', value, ...(isOfPlatform && { exposedTo: 'platform' }) });
}

function readElements(
  reader: Reader,
  { elements }: ast.ArrayLiteralExpression,
  mode: Mode,
  value: Node | undefined,
): void {
  for (const [index, element] of elements.entries()) {
    const given = value && is.isArrayLiteralExpression(value) ? value.elements[index] : value;
    readTarget(reader, is.isSpreadElement(element) ? element.expression : element, mode, given);
  }
}

function isObject(value: Node): boolean {
  return is.isObjectLiteralExpression(value) || is.isArrayLiteralExpression(value);
}
