import type { Types as Code } from '../../source/types/types.ts';
import { ast, is } from '../../source/types/typescript.ts';
import { isConst, isText, nameText, unwrap } from './syntax.ts';
import { declarationsOf } from './code-nodes.ts';

/** A JSON value written as a literal. */
export interface Literal {
  readonly value: unknown;
}

const MOST_CONSTANTS = 8;
const WORDS: ReadonlyMap<ast.SyntaxKind, boolean | null> = new Map<ast.SyntaxKind, boolean | null>([
  [ast.SyntaxKind.TrueKeyword, true],
  [ast.SyntaxKind.FalseKeyword, false],
  [ast.SyntaxKind.NullKeyword, null],
]);

/** The JSON value of an expression, following constants; undefined if computed. */
export function literalOf(code: Code, expression: ast.Node, depth = 0): Literal | undefined {
  const node = unwrap(expression);
  if (isText(node)) return { value: node.text };
  if (is.isNumericLiteral(node)) return { value: Number(node.text) };
  const word = WORDS.get(node.kind);
  if (word !== undefined) return { value: word };
  if (is.isPrefixUnaryExpression(node)) return negated(node);
  if (depth > MOST_CONSTANTS) return undefined;
  if (is.isIdentifier(node)) return constantOf(code, node, depth);
  if (is.isArrayLiteralExpression(node)) {
    const items = node.elements.map((element) => literalOf(code, element, depth + 1));
    return items.every((item) => item !== undefined) ? { value: items.map(({ value }) => value) } : undefined;
  }
  return is.isObjectLiteralExpression(node) ? objectOf(code, node, depth) : undefined;
}

function negated({ operator, operand }: ast.PrefixUnaryExpression): Literal | undefined {
  const isNegative = operator === ast.SyntaxKind.MinusToken && is.isNumericLiteral(operand);
  return isNegative ? { value: -Number(operand.text) } : undefined;
}

function constantOf(code: Code, name: ast.Identifier, depth: number): Literal | undefined {
  const [declaration] = declarationsOf(code, code.names.symbolAt(name));
  const isConstant =
    declaration && is.isVariableDeclaration(declaration) && isConst(declaration) && declaration.initializer;
  return isConstant ? literalOf(code, isConstant, depth + 1) : undefined;
}

function objectOf(
  code: Code,
  { properties }: ast.ObjectLiteralExpression,
  depth: number,
): Literal | undefined {
  const value: Record<string, unknown> = {};
  for (const property of properties) {
    const key = is.isPropertyAssignment(property) ? nameText(property.name) : undefined;
    const item = is.isPropertyAssignment(property) && literalOf(code, property.initializer, depth + 1);
    if (key === undefined || !item) return undefined;
    value[key] = item.value;
  }
  return { value };
}
