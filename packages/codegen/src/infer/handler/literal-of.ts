import { ts } from '../../source/ts.ts';
import { unwrap } from '../../source/unwrap.ts';
import { nameOf, resolveAlias } from './code-nodes.ts';
import { constantValue } from './project-functions.ts';

/** A JSON value that the source spells out. */
export interface Literal {
  readonly value: unknown;
}

const MOST_CONSTANTS = 8;
const WORDS: ReadonlyMap<ts.SyntaxKind, boolean | null> = new Map<ts.SyntaxKind, boolean | null>([
  [ts.SyntaxKind.TrueKeyword, true],
  [ts.SyntaxKind.FalseKeyword, false],
  [ts.SyntaxKind.NullKeyword, null],
]);

/** The JSON value of an expression, also through constants; nothing where it has to be computed. */
export function literalOf(
  checker: ts.TypeChecker,
  expression: ts.Expression,
  depth = 0,
): Literal | undefined {
  const node = unwrap(expression);
  if (ts.isStringLiteralLike(node)) return { value: node.text };
  if (ts.isNumericLiteral(node)) return { value: Number(node.text) };
  const word = WORDS.get(node.kind);
  if (word !== undefined) return { value: word };
  if (ts.isPrefixUnaryExpression(node)) return negated(node);
  if (depth > MOST_CONSTANTS) return undefined;
  if (ts.isIdentifier(node)) return constantOf(checker, node, depth);
  if (ts.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => literalOf(checker, element, depth + 1));
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined;
  }
  return ts.isObjectLiteralExpression(node) ? objectOf(checker, node, depth) : undefined;
}

function negated({ operator, operand }: ts.PrefixUnaryExpression): Literal | undefined {
  const isNegative = operator === ts.SyntaxKind.MinusToken && ts.isNumericLiteral(operand);
  return isNegative ? { value: -Number(operand.text) } : undefined;
}

function constantOf(checker: ts.TypeChecker, name: ts.Identifier, depth: number): Literal | undefined {
  const symbol = checker.getSymbolAtLocation(name);
  const [declaration] = (symbol && resolveAlias(checker, symbol)?.declarations) ?? [];
  const value = declaration && constantValue(declaration);
  return value && literalOf(checker, value, depth + 1);
}

function objectOf(
  checker: ts.TypeChecker,
  { properties }: ts.ObjectLiteralExpression,
  depth: number,
): Literal | undefined {
  const value: Record<string, unknown> = {};
  for (const property of properties) {
    const key = ts.isPropertyAssignment(property) ? nameOf(property.name) : undefined;
    const item = ts.isPropertyAssignment(property) && literalOf(checker, property.initializer, depth + 1);
    if (key === undefined || !item) return undefined;
    value[key] = item.value;
  }
  return { value };
}
