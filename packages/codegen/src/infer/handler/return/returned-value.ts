import type { Types as Code } from '../../../source/types/types.ts';
import { ast, is, type Type } from '../../../source/types/typescript.ts';
import { unwrap, isText, isConstType, isConst } from '../syntax.ts';
import { declarationsOf } from '../code-nodes.ts';
import { type Literal, literalOf } from '../literal-of.ts';

/**
 * A value without what changes nothing: `as const`, `satisfies`, and `as any`, which only keeps TypeScript silent.
 * Other assertions choose what is to be believed.
 */
export function bare(expression: ast.Expression): ast.Expression {
  let value = expression;
  while (
    is.isParenthesizedExpression(value) ||
    is.isSatisfiesExpression(value) ||
    (is.isAsExpression(value) && (isConstType(value.type) || isSilencer(value.type)))
  )
    value = value.expression;
  return value;
}

const isSilencer = ({ kind }: ast.TypeNode): boolean =>
  kind === ast.SyntaxKind.AnyKeyword || kind === ast.SyntaxKind.UnknownKeyword;

/** The JSON value that an expression spells out. Of what has a name or is asserted, the type says more. */
export function spelledOut(code: Code, value: ast.Expression): Literal | undefined {
  return is.isIdentifier(value) || unwrap(value) !== value ? undefined : literalOf(code, value);
}

/** Whether a key is not computed. */
export function isPlainKey(name: ast.PropertyName): boolean {
  return !is.isComputedPropertyName(name) || isText(name.expression);
}

/**
 * The type of a value, as far as it is known: nothing for a variable that code in between may have assigned to, which
 * TypeScript does not see where a callback does it.
 */
export function knownType(code: Code, value: ast.Expression): Type | undefined {
  const type = code.typeAt(value);
  const symbol = is.isIdentifier(value) ? code.names.symbolAt(value) : undefined;
  const [declaration] = declarationsOf(code, symbol);
  const isVariable =
    declaration !== undefined && is.isVariableDeclaration(declaration) && !isConst(declaration);
  return symbol && isVariable && code.checker.getTypeOfSymbol(symbol) !== type ? undefined : type;
}
