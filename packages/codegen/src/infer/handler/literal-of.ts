import type { Types as Code } from '../../source/types/types.ts';
import { ast, is } from '../../source/types/typescript.ts';
import { declarationsOf } from './code-nodes.ts';
import { isConst, isText, unwrap } from './syntax.ts';

/** A JSON value written as a literal. */
export interface Literal {
  readonly value: string | number | boolean | null;
}

const WORDS: ReadonlyMap<ast.SyntaxKind, boolean | null> = new Map<ast.SyntaxKind, boolean | null>([
  [ast.SyntaxKind.TrueKeyword, true],
  [ast.SyntaxKind.FalseKeyword, false],
  [ast.SyntaxKind.NullKeyword, null],
]);

/** The value of a literal, or of a constant that is one; undefined for all else. */
export function literalOf(code: Code, expression: ast.Node): Literal | undefined {
  const node = unwrap(expression);
  if (!is.isIdentifier(node)) return writtenLiteral(node);
  const [declaration] = declarationsOf(code, code.names.symbolAt(node));
  if (!declaration || !is.isVariableDeclaration(declaration) || !isConst(declaration)) return undefined;
  return declaration.initializer && writtenLiteral(unwrap(declaration.initializer));
}

function writtenLiteral(node: ast.Node): Literal | undefined {
  if (isText(node)) return { value: node.text };
  if (is.isNumericLiteral(node)) return { value: Number(node.text) };
  const word = WORDS.get(node.kind);
  if (word !== undefined) return { value: word };
  const isNegative = is.isPrefixUnaryExpression(node) && node.operator === ast.SyntaxKind.MinusToken;
  return isNegative && is.isNumericLiteral(node.operand) ? { value: -Number(node.operand.text) } : undefined;
}
